/**
 * Fills a snapshot, one field of all candidates after another. The host stages raw texts, each behind
 * the one before, and all their byte lengths, as u32, in `survivors`; each text is folded down to the
 * end of its column.
 */
import {
  LABEL,
  DETAIL,
  candidates,
  headColumn,
  labelLengths,
  layOut,
  lengthColumn,
  morePairs,
  pairColumn,
  presenceColumn,
  startColumn,
  survivors,
  texts,
  unions,
  wordStartColumn,
} from "./columns";
import { fold, foldedCharacters, foldingGap } from "./fold";
import { PAD, exactEnd, reserve, takeUpTo } from "./memory";
import { highPairs, lowPairs, markDetail, markName, pairs, presence, wordStarts } from "./marks";
import { resetQueries } from "./query";
import { countCharacters } from "./utf8";

/** The candidate whose field comes next. */
let row: u32 = 0;

/** Lets everything go and makes columns for `count` candidates; false when memory is exhausted. */
export function beginCandidates(count: u32): bool {
  resetQueries();
  return layOut(count);
}

/** Starts a field: 0 label, 1 id, 2 detail, in this order. */
export function beginField(): void {
  row = 0;
}

/** Folds the next `count` staged texts of the field, the first of which starts at `at`. */
export function appendTexts(field: u32, at: usize, count: u32): void {
  assert(row + count <= candidates && field <= DETAIL);
  let out = exactEnd();
  for (let i: u32 = 0; i < count; i++) {
    const index = usize(row) << 2;
    const end = at + load<u32>(survivors + index);
    assert(at >= out + foldingGap(end - at));
    if (field == LABEL) store<u16>(labelLengths + (index >> 1), u16(countCharacters(at, end)));
    store<u32>(startColumn(field) + index, u32(out - texts));
    const after = fold(at, end, out, false);
    describe(field, out, after);
    out = after;
    at = end;
    row++;
  }
  takeUpTo(out);
}

/** Ends a field; false when memory is exhausted. */
export function endField(field: u32): bool {
  assert(row == candidates);
  store<u32>(startColumn(field) + (usize(row) << 2), u32(exactEnd() - texts));
  return reserve(PAD) != 0;
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
