/**
 * Fills a snapshot. The host stages raw texts, label, id and detail of one candidate after another,
 * and their byte lengths in `starts`; each is folded down to where the one before ended.
 */
import {
  LABEL,
  DETAIL,
  ID,
  candidates,
  headColumn,
  labelLengths,
  layOut,
  lengthColumn,
  morePairs,
  pairColumn,
  presenceColumn,
  startOf,
  texts,
  unions,
  wordStartColumn,
} from "./columns";
import { fold, foldedCharacters, foldingGap } from "./fold";
import { exactEnd, takeUpTo } from "./memory";
import { highPairs, lowPairs, markDetail, markName, pairs, presence, wordStarts } from "./marks";
import { orderByHead } from "./prefix-order";
import { resetQueries } from "./query";
import { countCharacters } from "./utf8";

/** The candidate that comes next. */
let row: u32 = 0;

/** Lets everything go and makes columns for `count` candidates; false when memory is exhausted. */
export function beginCandidates(count: u32): bool {
  resetQueries();
  row = 0;
  return layOut(count);
}

/** Folds the texts of the next `count` candidates, the first of which starts at `at`. */
export function appendCandidates(at: usize, count: u32): void {
  assert(row + count <= candidates);
  let out = exactEnd();
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
      describe(field, out, after);
      out = after;
      at = next;
    }
  }
  store<u32>(startOf(LABEL, row), u32(out - texts));
  takeUpTo(out);
}

/** Sorts what was appended; after it, and only then, candidates can be asked for. */
export function finishCandidates(): void {
  assert(row == candidates);
  orderByHead(LABEL);
  orderByHead(ID);
}

/** Writes what the filters test of one folded text. */
function describe(field: u32, at: usize, end: usize): void {
  const index = usize(row) << 2;
  const bytes = end - at;
  if (bytes == 0) return;
  const head: u32 = load<u32>(at) & (bytes >= 4 ? 0xffffffff : (1 << (u32(bytes) << 3)) - 1);
  store<u32>(headColumn(field) + index, head);
  store<u16>(lengthColumn(field) + (usize(row) << 1), foldedCharacters);
  if (field == DETAIL) {
    markDetail(at, end);
    store<u64>(pairColumn(field) + (index << 1), lowPairs);
    store<u64>(morePairs + (index << 1), highPairs);
  } else {
    markName(at, end);
    store<u64>(pairColumn(field) + (index << 1), pairs);
    store<u32>(wordStartColumn + index, load<u32>(wordStartColumn + index) | wordStarts);
  }
  store<u32>(presenceColumn(field) + index, presence);
  store<u32>(unions + index, load<u32>(unions + index) | presence);
}
