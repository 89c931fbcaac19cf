import type { Range } from "../../model/match.js";

/** A line of a message: `end` is after its newline, `text` is without trailing \r and \n. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
}

export interface Blocks {
  /** Fenced and indented code, whole lines, ascending; neighbours are not joined. */
  readonly code: readonly Range[];
  /** Runs of text that an inline span may not leave: paragraphs, and each heading-like line. */
  readonly segments: readonly Range[];
}

/** Divides a message into block code and the segments of text between. UTF-16 offsets. */
export function readBlocks(text: string): Blocks {
  const reader = new BlockReader();
  for (const line of lines(text)) reader.read(line);
  return reader.finish(text.length);
}

class BlockReader {
  readonly #code: Range[] = [];
  readonly #segments: Range[] = [];
  #fence: (Fence & { readonly start: number }) | null = null;
  /** Indented code so far, from its first line to the end of its last indented one. */
  #indented: Range | null = null;
  #segment: Range | null = null;
  #paragraph = false;

  read(line: Line): void {
    if (this.#fence !== null) {
      if (closes(line.text, this.#fence)) {
        this.#code.push([this.#fence.start, line.end]);
        this.#fence = null;
      }
      return;
    }
    const fence = opener(line.text);
    if (fence !== null) {
      this.#endText();
      this.#fence = { ...fence, start: line.start };
    } else if (isBlank(line.text)) this.#endSegment();
    else if (!this.#paragraph && indentColumns(line.text) >= 4) this.#readIndented(line);
    else this.#readText(line);
  }

  finish(end: number): Blocks {
    this.#endText();
    if (this.#fence !== null) this.#code.push([this.#fence.start, end]);
    return { code: this.#code, segments: this.#segments };
  }

  #readIndented(line: Line): void {
    this.#endSegment();
    this.#indented = [this.#indented?.[0] ?? line.start, line.end];
  }

  #readText(line: Line): void {
    this.#endIndented();
    const setext = isSetextShaped(line.text);
    const closed = isAtxHeading(line.text) || isThematicBreak(line.text);
    if (closed || setext) {
      const wasParagraph = this.#paragraph;
      this.#endSegment();
      this.#segments.push([line.start, line.end]);
      // An underline with nothing above it is text, so it opens a paragraph of its own.
      this.#paragraph = !closed && !wasParagraph;
    } else {
      this.#paragraph = true;
      this.#segment = [this.#segment?.[0] ?? line.start, line.end];
    }
  }

  #endText(): void {
    this.#endIndented();
    this.#endSegment();
  }

  #endIndented(): void {
    if (this.#indented !== null) this.#code.push(this.#indented);
    this.#indented = null;
  }

  #endSegment(): void {
    if (this.#segment !== null) this.#segments.push(this.#segment);
    this.#segment = null;
    this.#paragraph = false;
  }
}

function* lines(text: string): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline + 1;
    let stop = end;
    while (stop > start && (text[stop - 1] === "\n" || text[stop - 1] === "\r")) stop--;
    yield { start, end, text: text.slice(start, stop) };
    start = end;
  }
}

function opener(line: string): Fence | null {
  const found = /^ {0,3}(`{3,}|~{3,})/.exec(line);
  const run = found?.[1];
  if (found === null || run === undefined) return null;
  const mark = run.charAt(0);
  if (mark === "`" && line.includes("`", found[0].length)) return null;
  return { mark, length: run.length };
}

function closes(line: string, fence: Fence): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return run !== undefined && run.startsWith(fence.mark) && run.length >= fence.length;
}

function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

function indentColumns(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns++;
    else if (character === "\t") columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

function isAtxHeading(line: string): boolean {
  return /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line);
}

function isThematicBreak(line: string): boolean {
  return /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line);
}

function isSetextShaped(line: string): boolean {
  return /^ {0,3}(?:=+|-+)[ \t]*$/.test(line);
}
