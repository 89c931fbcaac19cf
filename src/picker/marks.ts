/** What of a text is shown in one line, and what of it is marked. */
import { highlight } from "../recall/highlight.js";
import type { Core } from "../core/core.js";
import { isBlank } from "../core/white-space.js";
import type { Range } from "../model/match.js";

export interface Part {
  readonly text: string;
  readonly marked: boolean;
}

/** UTF-16 units of a text that are put into the page; the rest of a line could not be seen. */
export const SHOWN_UNITS = 512;
/** A match that starts later than this in a line is brought forward … */
export const LABEL_LEAD = 32;
export const DETAIL_LEAD = 16;
/** … to about this part of it. */
const KEPT_SHARE = 0.5;
const ELLIPSIS = "…";

/** Where a query meets a text, as `recall.highlight` says; nothing for a blank query. */
export function matchRanges(core: Core | null, query: string, text: string): readonly Range[] {
  if (core === null || isBlank(query)) return [];
  return highlight({ core, regex: null }, { type: "text", query }, text);
}

/**
 * The text in pieces, cut so that its first mark can be seen; the pieces joined are the text, unless it
 * was cut. `lead` is one of the leads above.
 */
export function partsOf(text: string, ranges: readonly Range[], lead: number): Part[] {
  const from = shownFrom(text, ranges[0]?.[0] ?? 0, lead);
  const to = text.length - from > SHOWN_UNITS ? boundary(text, from + SHOWN_UNITS) : text.length;
  const parts: Part[] = [];
  const add = (piece: string, marked: boolean): void => {
    if (piece !== "") parts.push({ text: piece, marked });
  };
  if (from > 0) add(ELLIPSIS, false);
  let at = from;
  for (const [start, end] of ranges) {
    if (start < at || start >= to) continue;
    add(text.slice(at, start), false);
    at = Math.min(end, to);
    add(text.slice(start, at), true);
  }
  add(text.slice(at, to), false);
  if (to < text.length) add(ELLIPSIS, false);
  return parts;
}

/** Where to begin for a match at `first`: at a word, if one begins between the cut and the match. */
function shownFrom(text: string, first: number, lead: number): number {
  if (first <= lead) return 0;
  const cut = boundary(text, first - Math.round(lead * KEPT_SHARE));
  const space = text.indexOf(" ", cut);
  return space >= 0 && space < first ? space + 1 : cut;
}

/** The nearest place at or before `at` that divides no surrogate pair. */
function boundary(text: string, at: number): number {
  const inPair =
    (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return inPair ? at - 1 : at;
}
