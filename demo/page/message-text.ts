/** A message's text cut into what is shown: plain text, code in a line, and code of its own. */
import type { Range } from "../../dist/index.js";

export interface Part {
  readonly text: string;
  readonly marked: boolean;
}

export interface Segment {
  readonly type: "text" | "inline" | "block";
  readonly parts: readonly Part[];
}

export interface TextRanges {
  /** All code, ascending. */
  readonly code: readonly Range[];
  /** What of it stands on lines of its own. */
  readonly blocks: readonly Range[];
  /** What is to be marked, ascending. */
  readonly marks: readonly Range[];
}

/** The text in order, without the fences and backticks that make code of it. */
export function segmentsOf(text: string, { code, blocks, marks }: TextRanges): Segment[] {
  const segments: Segment[] = [];
  const add = (type: Segment["type"], [start, end]: Range): void => {
    if (start < end) segments.push({ type, parts: partsOf(text, [start, end], marks) });
  };
  let done = 0;
  for (const range of code) {
    const block = isBlock(text, range, blocks);
    add("text", [done, block ? lineBreakBefore(text, range[0], done) : range[0]]);
    if (block) add("block", withinFences(text, range));
    else add("inline", withinTicks(text, range));
    done = range[1];
  }
  add("text", [done, text.length]);
  return segments;
}

function isBlock(text: string, [start, end]: Range, blocks: readonly Range[]): boolean {
  return blocks.some((block) => block[0] <= start && end <= block[1]) || fence(text, start) !== "";
}

/** A fence in a quotation or a list is one too. */
function fence(text: string, start: number): string {
  return /^[ \t]*(`{3,}|~{3,})[^`\n]*\n/.exec(text.slice(start, start + 200))?.[1] ?? "";
}

/** A block starts a line by itself. */
function lineBreakBefore(text: string, start: number, done: number): number {
  return start > done && text[start - 1] === "\n" ? start - 1 : start;
}

function withinFences(text: string, [start, end]: Range): Range {
  const last = text[end - 1] === "\n" ? end - 1 : end;
  const opening = /^[ \t>]*(`{3,}|~{3,})[^\n]*(?:\n|$)/.exec(text.slice(start, last));
  if (opening === null) return [start, last];
  const from = start + opening[0].length;
  if (from >= last) return [last, last];
  const closing = /(?:^|\n)[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(text.slice(from, last));
  const closed = closing !== null && closing[1]?.startsWith(opening[1] ?? "") === true;
  return [from, closed ? from + closing.index : last];
}

function withinTicks(text: string, [start, end]: Range): Range {
  const inside = text.slice(start, end);
  const opening = /^`+/.exec(inside)?.[0].length ?? 0;
  const closing = /`+$/.exec(inside)?.[0].length ?? 0;
  const ticks = opening === closing && inside.length > 2 * opening ? opening : 0;
  return [start + ticks, end - ticks];
}

function partsOf(text: string, [start, end]: Range, marks: readonly Range[]): Part[] {
  const parts: Part[] = [];
  let done = start;
  for (const mark of marks) {
    const from = Math.max(done, mark[0]);
    const to = Math.min(end, mark[1]);
    if (from >= to) continue;
    if (from > done) parts.push({ text: text.slice(done, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    done = to;
  }
  if (done < end) parts.push({ text: text.slice(done, end), marked: false });
  return parts;
}
