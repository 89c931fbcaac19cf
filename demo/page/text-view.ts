/** A message's text as nodes: code as code, marks as marks, references to rows as links. */
import type { Recall, SearchPattern, Sequence } from "../../dist/index.js";
import { h } from "./dom.js";
import { segmentsOf, type Part } from "./message-text.js";
import { marksOf, wordMarksOf } from "./room.js";
import { visible } from "./visible.js";

const REFERENCE = /\^(\d{1,15})(?!\d)/g;

export interface TextViewOptions {
  readonly recall: Recall;
  readonly pattern: SearchPattern | null;
  /** Whether letters of the pattern that stand apart are marked too. */
  readonly scattered: boolean;
  /** Whether a row of this sequence can be gone to. */
  readonly has: (sequence: Sequence) => boolean;
}

export function textView(
  text: string,
  { recall, pattern, scattered, has }: TextViewOptions,
): Node[] {
  const marks = (scattered ? marksOf : wordMarksOf)(recall, pattern, text);
  const unit = { unit: "utf16" } as const;
  const segments = segmentsOf(text, {
    code: recall.codeRanges(text, unit),
    blocks: recall.fencedRanges(text, unit),
    marks,
  });
  return segments.map(({ type, parts }) => {
    if (type === "text") return h("span", {}, ...parts.flatMap((part) => linked(part, has)));
    const code = h("code", { dir: "auto" }, ...parts.flatMap(plain));
    return type === "inline" ? code : h("pre", {}, code);
  });
}

/** A text with its marks and nothing else, for an excerpt. */
export function markedText(recall: Recall, pattern: SearchPattern, text: string): Node[] {
  const marks = marksOf(recall, pattern, text);
  return segmentsOf(text, { code: [], blocks: [], marks }).flatMap(({ parts }) =>
    parts.flatMap(plain),
  );
}

function plain({ text, marked }: Part): Node[] {
  return marked ? [h("mark", {}, ...visible(text))] : visible(text);
}

function linked(part: Part, has: (sequence: Sequence) => boolean): Node[] {
  if (part.marked) return plain(part);
  const nodes: Node[] = [];
  let done = 0;
  for (const { 0: reference, 1: digits, index } of part.text.matchAll(REFERENCE)) {
    if (!has(Number(digits))) continue;
    nodes.push(...visible(part.text.slice(done, index)));
    nodes.push(h("a", { href: `#${digits}`, class: "reference" }, reference));
    done = index + reference.length;
  }
  nodes.push(...visible(part.text.slice(done)));
  return nodes;
}
