/**
 * Where a Markdown text is code: fences, indented blocks, inline spans. Lists, quotes and HTML are
 * text. One pass over the lines; inline code is looked for in segments, which end wherever a span
 * may not go on.
 *
 *   staged: | text | PAD | ranges: pairs of u32, ascending | table of backtick runs |
 */
import {
  closesFence,
  columnsOf,
  endOfLine,
  isHeading,
  isThematicBreak,
  isUnderline,
  openingFence,
  skipBlanks,
} from "./code-lines";
import { measureRuns, spanSteps, tableRuns, writeSpans } from "./code-spans";
import { findByte } from "./find";
import { PAD, ensureAbove, regionsEnd } from "./memory";

/** Where the ranges of the last call are. */
export let ranges: usize = 0;

/** Start of the text from here on; addresses up to `end` are open. */
let segment: usize = 0;
/** Start of an open fence or indented block; 0 when none is open. */
let fence: usize = 0;
let fenceMark: u32 = 0;
let fenceLength: usize = 0;
let indented: usize = 0;
let indentedEnd: usize = 0;
let paragraph: bool = false;
let out: usize = 0;
let lines: u32 = 0;

/**
 * Lines, cursor moves and inline stops of the last call: what its time grows with, beside bytes.
 */
export function codeSteps(): u32 {
  return lines + spanSteps;
}

/**
 * Finds the code of a staged text: blocks, and if asked spans. Returns how many ranges there are,
 * in bytes or UTF-16 units from the text's start; -1 when memory is exhausted.
 */
export function findCode(at: usize, bytes: usize, spans: bool, utf16: bool): i32 {
  const end = at + bytes;
  const tableBytes = measureRuns(at, spans ? end : at);
  ranges = (end + PAD + 15) & ~15;
  // No range is shorter than two bytes, so that eight bytes for every two of text are enough.
  const tableAt = (ranges + (bytes << 2) + 31) & ~15;
  if (!ensureAbove(tableAt + tableBytes - regionsEnd())) return -1;
  tableRuns(at, end, tableAt);
  begin(at);
  while (at < end) {
    const feed = findByte(0x0a, at, end);
    const next = feed == 0 ? end : feed + 1;
    readLine(at, next);
    at = next;
  }
  if (fence != 0) emit(fence, end);
  else closeText(end);
  return finish(end - bytes, utf16);
}

function begin(at: usize): void {
  segment = at;
  fence = 0;
  indented = 0;
  paragraph = false;
  out = ranges;
  lines = 0;
}

function emit(start: usize, end: usize): void {
  store<u32>(out, u32(start));
  store<u32>(out, u32(end), 4);
  out += 8;
}

/** Ends what is open before `at`: an indented block, or the segment, whose spans are now known. */
function closeText(at: usize): void {
  if (indented != 0) {
    emit(indented, indentedEnd);
    indented = 0;
  } else if (segment < at) out = writeSpans(segment, at, out);
  segment = at;
}

function readLine(at: usize, next: usize): void {
  lines++;
  const end = endOfLine(at, next);
  const text = skipBlanks(at, end);
  const columns = columnsOf(at, text);
  if (fence != 0) {
    if (columns < 4 && closesFence(fenceMark, fenceLength, text, end)) {
      emit(fence, next);
      fence = 0;
      segment = next;
    }
    return;
  }
  const opening = columns < 4 ? openingFence(text, end) : 0;
  if (opening != 0) {
    closeText(at);
    fence = at;
    fenceMark = load<u8>(text);
    fenceLength = opening;
    paragraph = false;
  } else readText(at, next, text, end);
}

/** A line outside fences. `text` is its first byte that is no blank, `end` where its bytes end. */
function readText(at: usize, next: usize, text: usize, end: usize): void {
  if (text == end) {
    if (indented == 0) {
      closeText(at);
      segment = next;
    }
    paragraph = false;
    return;
  }
  if (columnsOf(at, text) >= 4) {
    if (paragraph) return;
    if (indented == 0) {
      closeText(at);
      indented = at;
    }
    indentedEnd = next;
    return;
  }
  if (indented != 0) closeText(at);
  readParagraphLine(at, next, text, end);
}

/** A line that is indented by less than four, so no code as a whole. */
function readParagraphLine(at: usize, next: usize, text: usize, end: usize): void {
  const underline = isUnderline(text, end);
  const breaks = (underline && paragraph) || isThematicBreak(text, end) || isHeading(text, end);
  if (breaks || underline) {
    closeText(at);
    closeText(next);
  }
  paragraph = !breaks;
}

/** Turns addresses into offsets. */
function finish(start: usize, utf16: bool): i32 {
  const count = i32((out - ranges) >> 2);
  let at = start;
  let units: u32 = 0;
  for (let i = 0; i < count; i++) {
    const slot = ranges + (usize(i) << 2);
    const address = usize(load<u32>(slot));
    units += utf16 ? countUnits(at, address) : u32(address - at);
    at = address;
    store<u32>(slot, units);
  }
  return count >> 1;
}

/** UTF-16 units of `[at, end)`: one for each character, and another for each of four bytes. */
function countUnits(at: usize, end: usize): u32 {
  let units: u32 = 0;
  while (at < end) {
    const lanes = v128.load(at);
    const inside: u32 = end - at >= 16 ? 0xffff : (1 << u32(end - at)) - 1;
    const starts = u32(i8x16.bitmask(i8x16.gt_s(lanes, i8x16.splat(-65))));
    const wide = u32(i8x16.bitmask(i8x16.ge_u(lanes, i8x16.splat(-16))));
    units += popcnt<u32>(starts & inside) + popcnt<u32>(wide & inside);
    at += 16;
  }
  return units;
}
