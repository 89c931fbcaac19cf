/**
 * Candidates that go. Each leaves its row and texts behind until they are too many; then the rows
 * that stay are closed up, in place and in their order.
 */
import {
  LABEL,
  DETAIL,
  ID,
  NOWHERE,
  candidates,
  isGone,
  markGone,
  moveRows,
  orderColumn,
  startOf,
  survivors,
  takeRows,
  texts,
  textsEnd,
  wipeRows,
} from "./columns";
import { equals } from "./find";
import { fold, foldedCharacters } from "./fold";
import {
  LONGEST,
  ROW,
  ROW_BITS,
  dropGone,
  firstAbove,
  firstNotBelow,
  headIn,
  ordered,
  renumber,
} from "./head-order";
import { regionsEnd, releaseFrom } from "./memory";
import { dropList } from "./query";

/** More than one in so many rows, or bytes of texts, gone: the rest is closed up. */
const CROWDED: u32 = 4;

let gone: u32 = 0;
let goneBytes: usize = 0;
/** Those among them that are still in the order. */
let unsettled: u32 = 0;

/** Starts with none gone. */
export function beginRemoved(): void {
  gone = 0;
  goneBytes = 0;
  unsettled = 0;
}

/**
 * Lists, at `survivors`, the rows whose id is the staged one once both are folded: whose id it is as
 * given is among them. Returns how many. Answers stay as they are.
 */
export function listById(at: usize, bytes: usize): u32 {
  dropList();
  const folded = regionsEnd();
  const length = fold(at, at + bytes, folded, false) - folded;
  const head = headIn(folded, length);
  const characters = min<u32>(foldedCharacters, LONGEST);
  const end = firstAbove(ID, bswap<u32>(head), ordered);
  let listed: u32 = 0;
  for (let i = firstNotBelow(ID, bswap<u32>(head)); i < end; i++) {
    const entry = load<u32>(orderColumn(ID) + (usize(i) << 2));
    if (entry >> ROW_BITS != characters) continue;
    const row = entry & ROW;
    const start = load<u32>(startOf(ID, row));
    if (usize(load<u32>(startOf(ID, row), 4) - start) != length) continue;
    if (!equals(texts + usize(start), folded, length)) continue;
    store<u32>(survivors + (usize(listed++) << 2), row);
  }
  return listed;
}

/** Takes out the candidate of a row. */
export function removeCandidate(row: u32): void {
  assert(row < candidates && !isGone(row));
  markGone(row);
  gone++;
  goneBytes += usize(load<u32>(startOf(LABEL, row + 1)) - load<u32>(startOf(LABEL, row)));
  unsettled++;
}

/** Takes those removed out of the order. */
export function dropRemoved(): void {
  if (unsettled > 0) dropGone();
  unsettled = 0;
}

/** Closes up the rows that stay if too many are gone; says whether it did. */
export function closeUpIfCrowded(): bool {
  const crowded = gone > candidates / CROWDED || goneBytes > (textsEnd() - texts) / CROWDED;
  if (crowded) closeUp();
  return crowded;
}

function closeUp(): void {
  let left: u32 = 0;
  let end = texts;
  for (let row: u32 = 0; row < candidates; row++) {
    const stays = !isGone(row);
    store<u32>(survivors + (usize(row) << 2), stays ? left : NOWHERE);
    if (stays) end = moveTexts(row, left++, end);
  }
  renumber();
  moveRows();
  wipeRows(left, candidates);
  takeRows(left);
  store<u32>(startOf(LABEL, left), u32(end - texts));
  releaseFrom(end);
  beginRemoved();
}

/** Moves the texts of a row down to `to`, as those of a row before it; returns where they end. */
function moveTexts(from: u32, row: u32, to: usize): usize {
  const first = load<u32>(startOf(LABEL, from));
  const length = usize(load<u32>(startOf(LABEL, from + 1)) - first);
  const down = first - u32(to - texts);
  if (down > 0) memory.copy(to, texts + usize(first), length);
  for (let field = LABEL; field <= DETAIL; field++) {
    store<u32>(startOf(field, row), load<u32>(startOf(field, from)) - down);
  }
  return to + length;
}
