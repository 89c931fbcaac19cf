/**
 * Inline code. Every run of backticks is tabled once; for each length a cursor on its next run only
 * moves on, so that all look-ups together take one walk over the table.
 *
 *   runs   { at u32, length u32, next u32 }   next: the following run of that length, 1-based,
 *                                             or 0
 *   cursor u32 per length                     1-based
 */
import { findByte } from "./find";
import { skipByte } from "./code-lines";

const BACKTICK: u32 = 0x60;
const BACKSLASH: u32 = 0x5c;
const RUN: usize = 12;

let runs: usize = 0;
let cursors: usize = 0;
let runCount: usize = 0;
let longestRun: usize = 0;

/** Cursor moves and inline stops since `tableRuns`. */
export let spanSteps: u32 = 0;

/** Counts the runs of a text; returns the bytes of table that they need. */
export function measureRuns(at: usize, end: usize): usize {
  runCount = 0;
  longestRun = 0;
  spanSteps = 0;
  for (let run = findByte(u8(BACKTICK), at, end); run != 0; run = findByte(u8(BACKTICK), at, end)) {
    at = skipByte(BACKTICK, run, end);
    longestRun = max(longestRun, at - run);
    runCount++;
  }
  return runCount == 0 ? 0 : runCount * RUN + (longestRun + 1) * 4;
}

/** Tables the runs that were measured. */
export function tableRuns(at: usize, end: usize, table: usize): void {
  if (runCount == 0) return;
  runs = table;
  cursors = table + runCount * RUN;
  memory.fill(cursors, 0, (longestRun + 1) * 4);
  for (let i: usize = 0; i < runCount; i++) {
    const run = findByte(u8(BACKTICK), at, end);
    at = skipByte(BACKTICK, run, end);
    store<u32>(runs + i * RUN, u32(run));
    store<u32>(runs + i * RUN, u32(at - run), 4);
  }
  for (let i = runCount; i > 0; i--) {
    const entry = runs + (i - 1) * RUN;
    const cursor = cursors + (usize(load<u32>(entry, 4)) << 2);
    store<u32>(entry, load<u32>(cursor), 8);
    store<u32>(cursor, u32(i));
  }
}

/** The next run of exactly this length that lies in `[from, end)`; 0 when there is none. */
function runOf(length: usize, from: usize, end: usize): usize {
  if (length > longestRun) return 0;
  const cursor = cursors + (length << 2);
  let index = usize(load<u32>(cursor));
  while (index != 0) {
    const entry = runs + (index - 1) * RUN;
    const at = usize(load<u32>(entry));
    if (at >= from) {
      store<u32>(cursor, u32(index));
      return at + length <= end ? at : 0;
    }
    index = usize(load<u32>(entry, 8));
    spanSteps++;
  }
  store<u32>(cursor, 0);
  return 0;
}

/** The next backtick or backslash in `[at, end)`; `end` when there is none. */
function nextMark(at: usize, end: usize): usize {
  const ticks = i8x16.splat(i8(BACKTICK));
  const slashes = i8x16.splat(i8(BACKSLASH));
  while (at < end) {
    const lanes = v128.load(at);
    const marks = v128.or(i8x16.eq(lanes, ticks), i8x16.eq(lanes, slashes));
    if (v128.any_true(marks)) return min(at + ctz(i8x16.bitmask(marks)), end);
    at += 16;
  }
  return end;
}

/**
 * Writes the spans of the segment `[at, end)`, addresses in pairs of u32, to `out`; returns the
 * address after them. A run of backticks without a partner is no span; a backslash takes the next
 * character with it, but not inside a span.
 */
export function writeSpans(at: usize, end: usize, out: usize): usize {
  if (runCount == 0) return out;
  for (at = nextMark(at, end); at < end; at = nextMark(at, end)) {
    spanSteps++;
    if (load<u8>(at) == BACKSLASH) {
      at += 2;
      continue;
    }
    const after = skipByte(BACKTICK, at, end);
    const closer = runOf(after - at, after, end);
    if (closer == 0) {
      at = after;
      continue;
    }
    const spanEnd = closer + (after - at);
    store<u32>(out, u32(at));
    store<u32>(out, u32(spanEnd), 4);
    out += 8;
    at = spanEnd;
  }
  return out;
}
