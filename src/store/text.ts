import { foldText } from "../core/fold-text.js";
import { MAX_ID_BYTES, MAX_INDEXED_BYTES } from "./bounds.js";

/** What no text of PostgreSQL can hold: NUL, and half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const REPLACEMENT = "\u{fffd}";
/** No UTF-16 unit is more in UTF-8. */
const BYTES_PER_UNIT = 3;

/** A text as it can be stored: what cannot be is U+FFFD, one for one. */
export function storable(text: string): string {
  return text.replace(UNSTORABLE, REPLACEMENT);
}

/** Why a text cannot be an id; null when it can. An id is never repaired: two could become one. */
export function faultOfId(id: string): string | null {
  if (storable(id) !== id) return "holds a character that cannot be stored";
  if (byteLengthExceeds(id, MAX_ID_BYTES)) return `is longer than ${MAX_ID_BYTES} bytes`;
  return null;
}

/** What of a text is indexed. */
export interface IndexedText {
  readonly text: string;
  /** As the literal lane compares it. */
  readonly literal: string;
  readonly clipped: boolean;
}

/** The first `MAX_INDEXED_BYTES` of a text, to a whole character. */
export function indexedText(content: string): IndexedText {
  const text = clip(content, MAX_INDEXED_BYTES);
  return { text, literal: foldText(text), clipped: text.length < content.length };
}

function clip(text: string, limit: number): string {
  if (text.length * BYTES_PER_UNIT <= limit) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(limit));
  return text.slice(0, read);
}

function byteLengthExceeds(text: string, limit: number): boolean {
  if (text.length * BYTES_PER_UNIT <= limit) return false;
  return text.length > limit || new TextEncoder().encode(text).length > limit;
}
