import { CARD_END_UNITS, CARD_ROW_UNITS } from "../bounds.js";

const LEFT_OUT = "\n[…]\n";
const HALF_AT_END = /\p{Surrogate}$/u;
const HALF_AT_START = /^\p{Surrogate}/u;

/** A long text by its two ends, to whole characters. */
export function shownText(text: string): { readonly text: string; readonly truncated: boolean } {
  if (text.length <= CARD_ROW_UNITS) return { text, truncated: false };
  const head = text.slice(0, CARD_END_UNITS).replace(HALF_AT_END, "");
  const tail = text.slice(-CARD_END_UNITS).replace(HALF_AT_START, "");
  return { text: `${head}${LEFT_OUT}${tail}`, truncated: true };
}
