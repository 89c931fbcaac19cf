/** Scores one candidate: label and id in full, detail by half, the strongest field decides. */
import { DETAIL, ID, LABEL, labelLengths, lengthColumn, startColumn, texts } from "./columns";
import { mayHold, mayMatch, mayReach } from "./filters";
import { keyOf, push } from "./heap";
import { matchedCharacter, score } from "./score";

let bestScore: u32 = 0;
let bestOffset: u32 = 0;
let bestField: u32 = 0;

/**
 * Keeps the candidate if its label or id scores in `[floor, below)`. `floor` is a tier: from
 * WORD_PREFIX up no detail comes near.
 */
export function keepByName(row: u32, floor: u32, below: u32): void {
  bestScore = 0;
  scoreField(LABEL, row, floor);
  scoreField(ID, row, floor);
  if (bestScore >= floor && bestScore < below) keep(row);
}

/** Keeps the candidate if it matches and its score is below `below`. */
export function keepByAll(row: u32, below: u32): void {
  bestScore = 0;
  scoreIfWorthwhile(LABEL, row, below);
  scoreIfWorthwhile(ID, row, below);
  scoreIfWorthwhile(DETAIL, row, below);
  if (bestScore > 0 && bestScore < below) keep(row);
}

/** A field that cannot reach the threshold may be left out: if it were the strongest, the candidate would be. */
function scoreIfWorthwhile(field: u32, row: u32, below: u32): void {
  if (mayMatch(field, row) && mayReach(field, row, mayHold(field, row), below)) {
    scoreField(field, row, 0);
  }
}

/** The stronger of this field and those before it; an equal one changes nothing. */
function scoreField(field: u32, row: u32, floor: u32): void {
  const start = startColumn(field) + (usize(row) << 2);
  const at = texts + usize(load<u32>(start));
  const bytes = texts + usize(load<u32>(start, 4)) - at;
  const characters: u32 = load<u16>(lengthColumn(field) + (usize(row) << 1));
  const full = score(at, bytes, characters, floor);
  const value = field == DETAIL ? full >> 1 : full;
  if (value <= bestScore) return;
  bestScore = value;
  bestOffset = matchedCharacter(at, bytes, characters);
  bestField = field;
}

function keep(row: u32): void {
  const labelLength: u32 = load<u16>(labelLengths + (usize(row) << 1));
  push(keyOf(bestScore, bestOffset, labelLength, row), bestField);
}
