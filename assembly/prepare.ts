/**
 * Fills a snapshot, and changes it. The host stages raw texts, label, id and detail of one candidate
 * after another, and their byte lengths in `starts`; each is folded down to where the one before
 * ended.
 *
 *   beginCandidates, then for a first list and for each change:
 *   reserveCandidates, appendCandidates for each chunk, removeCandidate for each row,
 *   settleCandidates; or instead of the last two dropAppended. Only then queries.
 */
import {
  LABEL,
  DETAIL,
  ID,
  beginColumns,
  candidates,
  growColumns,
  headColumn,
  highPairColumn,
  labelLengths,
  lengthColumn,
  lowPairColumn,
  pairColumn,
  presenceColumn,
  startOf,
  takeRows,
  texts,
  textsEnd,
  unions,
  wipeRows,
  wordStartColumn,
} from "./columns";
import { fold, foldedCharacters, foldingGap } from "./fold";
import { beginOrder, headIn, orderFrom } from "./head-order";
import { exactEnd, releaseFrom, takeUpTo } from "./memory";
import { highPairs, lowPairs, mark, markWordStarts, presence, wordStarts } from "./marks";
import { resetQueries } from "./query";
import { beginRemoved, closeUpIfCrowded, dropRemoved } from "./remove";
import { countCharacters } from "./utf8";

/** Rows, and where texts ended, before the change that is under way. */
let settledRows: u32 = 0;
let settledEnd: usize = 0;

/** Lets everything go and starts without candidates; false when memory is exhausted. */
export function beginCandidates(): bool {
  resetQueries();
  beginRemoved();
  beginOrder();
  return beginColumns();
}

/**
 * Begins a change: makes room for `count` rows more and for `bytes` of their texts, staged ones
 * too. False when memory is exhausted: the snapshot is as it was.
 */
export function reserveCandidates(count: u32, bytes: usize): bool {
  resetQueries();
  if (!growColumns(count, bytes)) return false;
  settledRows = candidates;
  settledEnd = textsEnd();
  return true;
}

/** Folds the texts of the next `count` candidates, the first of which starts at `at`. */
export function appendCandidates(at: usize, count: u32): void {
  let out = exactEnd();
  let row = candidates;
  for (const end = row + count; row < end; row++) {
    for (let field = LABEL; field <= DETAIL; field++) {
      const start = startOf(field, row);
      const next = at + load<u32>(start);
      assert(at >= out + foldingGap(next - at));
      if (field == LABEL) {
        store<u16>(labelLengths + (usize(row) << 1), u16(countCharacters(at, next)));
      }
      store<u32>(start, u32(out - texts));
      const after = fold(at, next, out, false);
      describe(field, row, out, after);
      out = after;
      at = next;
    }
  }
  takeRows(row);
  store<u32>(startOf(LABEL, row), u32(out - texts));
  takeUpTo(out);
}

/** Undoes what was appended since `reserveCandidates`. */
export function dropAppended(): void {
  wipeRows(settledRows, candidates);
  takeRows(settledRows);
  store<u32>(startOf(LABEL, settledRows), u32(settledEnd - texts));
  releaseFrom(settledEnd);
}

/**
 * Ends a change. True when rows were closed up: each candidate's row is then the number of those
 * before it that are not gone.
 */
export function settleCandidates(): bool {
  dropRemoved();
  orderFrom(settledRows);
  return closeUpIfCrowded();
}

/** Writes what the filters test of one folded text. */
function describe(field: u32, row: u32, at: usize, end: usize): void {
  const index = usize(row) << 2;
  const bytes = end - at;
  if (bytes == 0) return;
  store<u32>(headColumn(field) + index, headIn(at, bytes));
  store<u16>(lengthColumn(field) + (usize(row) << 1), foldedCharacters);
  mark(at, end);
  if (field != DETAIL) {
    markWordStarts(at, end);
    store<u64>(pairColumn(field) + (index << 1), lowPairs | highPairs);
    join32(wordStartColumn + index, wordStarts);
  }
  store<u32>(presenceColumn(field) + index, presence);
  join32(unions + index, presence);
  join64(lowPairColumn + (index << 1), lowPairs);
  join64(highPairColumn + (index << 1), highPairs);
}

// @ts-ignore: decorator
@inline
function join32(at: usize, set: u32): void {
  store<u32>(at, load<u32>(at) | set);
}

// @ts-ignore: decorator
@inline
function join64(at: usize, set: u64): void {
  store<u64>(at, load<u64>(at) | set);
}
