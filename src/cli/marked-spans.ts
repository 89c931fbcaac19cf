import type { Range } from "../model/match.js";
import type { Paint } from "./painter.js";
import { printable } from "./printable.js";
import type { Span } from "./wrap.js";

/** The text, printable, its ranges (UTF-16, of the text as it was) in another look. */
export function markedSpans(text: string, ranges: readonly Range[], paint: Paint): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    spans.push({ text: printable(text.slice(at, start)) });
    spans.push({ text: printable(text.slice(start, end)), paint });
    at = end;
  }
  return [...spans, { text: printable(text.slice(at)) }];
}
