/**
 * Rows of a log, folded with whitespace collapsed, kept in the order they were appended and scanned
 * as often as asked.
 *
 *   table  { text u32, bytes u32, characters u32, presence u32 } a row
 *          presence is all ones until the row is marked
 *   found  { row u32, score u32, offset u32 } a match, at most SCAN_BATCH of them
 *
 * Texts lie wherever there was room; a table that grows leaves its old place unused.
 */
import { admit, beginCut, canEnter } from "./cut";
import { wantedPresence, setFilters } from "./filters";
import { fold, foldedCharacters } from "./fold";
import { presenceIn } from "./marks";
import { exactEnd, releaseAll, reserve, takeUpTo } from "./memory";
import { needleBytes, needleCharacters } from "./needle";
import { resetQueries } from "./query";
import { PREFIX, SUBSEQUENCE, SUBSTRING, WORD_PREFIX, matchedCharacter, score } from "./score";

/** Most rows of one scan. */
export const SCAN_BATCH: u32 = 512;

const ROW: usize = 16;
const FOUND: usize = 12;

let table: usize = 0;
let capacity: u32 = 0;
export let rowCount: u32 = 0;
export let found: usize = 0;

/** Lets everything go and starts without rows; false when memory is exhausted. */
export function beginRows(): bool {
  releaseAll();
  resetQueries();
  rowCount = 0;
  capacity = 0;
  found = reserve(FOUND * SCAN_BATCH);
  return found != 0;
}

/**
 * Makes room for so many more rows; false when memory is exhausted. Before their texts are staged.
 */
export function reserveRows(more: u32): bool {
  if (rowCount + more <= capacity) return true;
  const room = max<u32>(rowCount + more, capacity << 1);
  const larger = reserve(usize(room) * ROW);
  if (larger == 0) return false;
  memory.copy(larger, table, usize(rowCount) * ROW);
  table = larger;
  capacity = room;
  return true;
}

/** Folds a staged text into a new row. */
export function appendRow(at: usize, bytes: usize): void {
  assert(rowCount < capacity);
  const text = exactEnd();
  const end = fold(at, at + bytes, text, true);
  const row = table + usize(rowCount++) * ROW;
  store<u32>(row, u32(text));
  store<u32>(row, u32(end - text), 4);
  store<u32>(row, foldedCharacters, 8);
  store<u32>(row, 0xffffffff, 12);
  takeUpTo(end);
}

/**
 * Notes what classes of bytes the rows `[from, to)` hold; worth it for rows that are scanned again.
 */
export function markRows(from: u32, to: u32): void {
  for (let i = from; i < to; i++) {
    const row = table + usize(i) * ROW;
    const text = usize(load<u32>(row));
    store<u32>(row, presenceIn(text, text + usize(load<u32>(row, 4))), 12);
  }
}

/** Starts a scan of which the `limit` (> 0) best matches are wanted, the earlier of equal ones. */
export function beginScan(limit: u32): void {
  beginCut(limit);
  setFilters();
}

/**
 * Scores the rows `[from, to)`, at most SCAN_BATCH, against the query; returns how many match. Once
 * enough matches are found, rows that cannot be among the best are left out.
 */
export function scanRows(from: u32, to: u32): u32 {
  assert(to <= rowCount && to - from <= SCAN_BATCH);
  if (needleBytes == 0) return 0;
  let matches: u32 = 0;
  for (let i = from; i < to; i++) {
    const row = table + usize(i) * ROW;
    if ((load<u32>(row, 12) & wantedPresence) != wantedPresence) continue;
    const text = usize(load<u32>(row));
    const bytes = usize(load<u32>(row, 4));
    const characters = load<u32>(row, 8);
    const value = score(text, bytes, characters, leastTier(characters));
    if (value == 0 || !admit(value)) continue;
    const at = found + usize(matches++) * FOUND;
    store<u32>(at, i);
    store<u32>(at, value, 4);
    store<u32>(at, matchedCharacter(text, bytes, characters), 8);
  }
  return matches;
}

/** The lowest tier in which a match in a text of so many characters can still be among the best. */
function leastTier(characters: u32): u32 {
  if (needleCharacters > characters) return SUBSEQUENCE;
  const density: u32 = (100 * needleCharacters) / characters;
  if (canEnter(SUBSEQUENCE + density)) return SUBSEQUENCE;
  return canEnter(WORD_PREFIX + density) ? SUBSTRING : PREFIX;
}
