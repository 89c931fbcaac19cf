import { MAX_LABEL_UNITS, MAX_MARK_TRIES, MAX_QUALIFIER_UNITS } from "./bounds.js";

/**
 * A block as it stands in a text, whoever wrote it:
 *
 *     Label (any words MARK):
 *     ```json
 *     {…}
 *     ```
 *
 * The mark is the last word of the qualifier. A line that is three back-ticks and nothing else
 * cannot be inside JSON, whose texts hold no line break, so the first one ends a well-formed block.
 */
export interface Block {
  readonly label: string;
  readonly mark: string;
  /** What stands between the fences. */
  readonly body: string;
  /** What the mark is of: the block as it stands, without its qualifier. */
  readonly marked: string;
  readonly start: number;
  readonly end: number;
}

const LABEL = `[A-Z][^\\n(]{0,${MAX_LABEL_UNITS - 1}}`;
const QUALIFIER = `[^)\\n]{1,${MAX_QUALIFIER_UNITS}}`;
const HEADER = new RegExp(`(${LABEL})\\((${QUALIFIER})\\):(\\n\`\`\`(?:json)?\\n)`, "y");
const MARK = /(?:^|\s)([A-Za-z0-9_-]{43})$/;
const FENCE = "\n```";
const OPENING = "):\n```";
const HEADER_UNITS = MAX_LABEL_UNITS + MAX_QUALIFIER_UNITS + 2;

/** The blocks that may begin at a place of a text, shortest first; none where no header is there. */
export function* blocksAt(text: string, start: number): Generator<Block> {
  const header = headerAt(text, start);
  if (header === null) return;
  // The newline before a closing fence may be the one that ends the opening one.
  let fence = header.bodyStart - 1;
  for (let tries = 0; tries < MAX_MARK_TRIES; tries++) {
    fence = closingFence(text, fence);
    if (fence < 0) return;
    yield blockOf(text, header, fence);
    fence += 1;
  }
}

/** The blocks that may end a text, nearest to its end first. */
export function* blocksEnding(text: string): Generator<Block> {
  if (!text.endsWith(FENCE)) return;
  const fence = text.length - FENCE.length;
  let tries = 0;
  for (let at = text.lastIndexOf(OPENING); at >= 0; at = previous(text, at)) {
    const start = startOfLine(text, at);
    const header = start === null ? null : headerAt(text, start);
    if (header === null || header.bodyStart - 1 > fence) continue;
    yield blockOf(text, header, fence);
    if (++tries === MAX_MARK_TRIES) return;
  }
}

/** A block without its qualifier: the bytes that a mark is of. */
export function markedText(label: string, json: string): string {
  return `${label}:\n\`\`\`json\n${json}${FENCE}`;
}

/** Whether a text can be the label of a block. */
export function isLabel(text: string): boolean {
  return new RegExp(`^${LABEL}$`).test(text) && text.trim() === text;
}

export function markedBlock(label: string, json: string, mark: string): string {
  return `${label} (${mark}):\n\`\`\`json\n${json}${FENCE}`;
}

interface Header {
  readonly label: string;
  readonly mark: string;
  readonly opening: string;
  readonly start: number;
  readonly bodyStart: number;
}

function headerAt(text: string, start: number): Header | null {
  HEADER.lastIndex = start;
  const [all = "", label = "", qualifier = "", opening = ""] = HEADER.exec(text) ?? [];
  const mark = MARK.exec(qualifier)?.[1];
  if (mark === undefined) return null;
  return { label: label.trim(), mark, opening, start, bodyStart: start + all.length };
}

function blockOf(text: string, header: Header, fence: number): Block {
  const { label, mark, opening, start, bodyStart } = header;
  const body = text.slice(bodyStart, Math.max(bodyStart, fence));
  const end = fence + FENCE.length;
  return {
    label,
    mark,
    body,
    marked: `${label}:${opening}${text.slice(bodyStart, end)}`,
    start,
    end,
  };
}

/** The newline before the next line that is a closing fence and nothing else; -1 where none is. */
function closingFence(text: string, from: number): number {
  let at = text.indexOf(FENCE, from);
  while (at >= 0) {
    const after = text[at + FENCE.length];
    if (after === undefined || after === "\n") return at;
    at = text.indexOf(FENCE, at + 1);
  }
  return -1;
}

function previous(text: string, at: number): number {
  return at === 0 ? -1 : text.lastIndexOf(OPENING, at - 1);
}

/** Looks no further back than a header is long, so that a long line costs nothing. */
function startOfLine(text: string, at: number): number | null {
  const from = Math.max(0, at - HEADER_UNITS);
  const newline = text.slice(from, at).lastIndexOf("\n");
  if (newline < 0) return from === 0 ? 0 : null;
  return from + newline + 1;
}
