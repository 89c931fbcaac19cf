/** Unicode 17 as the twin needs it, whatever the engine's own version is. */
import { ALPHANUMERIC, CASED, CASE_IGNORABLE, LOWERCASE } from "./unicode-data.js";

/** First and last of each range in turn, ascending. */
type Ranges = Int32Array;

/** First, last, stride and what to add, of each run in turn, ascending. */
type Runs = Int32Array;

const RUN_FIELDS = 4;
const CAPITAL_SIGMA = 0x3a3;
const FINAL_SIGMA = 0x3c2;
/** The one character whose lowercase is longer: i and a combining dot. */
const CAPITAL_I_WITH_DOT = 0x130;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const REPLACEMENT = "\u{fffd}";

const alphanumeric = /* @__PURE__ */ decodeRanges(ALPHANUMERIC);
const cased = /* @__PURE__ */ decodeRanges(CASED);
const caseIgnorable = /* @__PURE__ */ decodeRanges(CASE_IGNORABLE);
const lowercaseRuns = /* @__PURE__ */ decodeRuns(LOWERCASE);

/** Alphabetic, or a number of any kind (Nd, Nl, No): what a word is made of. */
export function isAlphanumeric(codePoint: number): boolean {
  return contains(alphanumeric, codePoint);
}

/**
 * The whole text in lowercase, by the full mapping. A capital sigma that ends a word becomes the
 * final one; no other conditional mapping applies. Lone surrogates become U+FFFD. Linear.
 */
export function lowercase(text: string): string {
  const source = Array.from(text.replace(LONE_SURROGATE, REPLACEMENT), codePointOf);
  let lowered = "";
  let afterCased = false;
  for (const [index, c] of source.entries()) {
    const final = c === CAPITAL_SIGMA && afterCased && !beforeCased(source, index + 1);
    lowered += final ? String.fromCodePoint(FINAL_SIGMA) : lowercaseOne(c);
    if (!contains(caseIgnorable, c)) afterCased = contains(cased, c);
  }
  return lowered;
}

/** Each call reads up to the next sigma at most, so that all of them together read the text once. */
function beforeCased(source: readonly number[], from: number): boolean {
  for (let i = from; i < source.length; i++) {
    const c = source[i] ?? 0;
    if (!contains(caseIgnorable, c)) return contains(cased, c);
  }
  return false;
}

function lowercaseOne(c: number): string {
  if (c === CAPITAL_I_WITH_DOT) return "i\u{307}";
  const at = lastNotAfter(lowercaseRuns, RUN_FIELDS, c);
  const [first = 0, last = -1, stride = 1, add = 0] = lowercaseRuns.subarray(at, at + RUN_FIELDS);
  const mapped = at >= 0 && c <= last && (c - first) % stride === 0;
  return String.fromCodePoint(mapped ? c + add : c);
}

function contains(ranges: Ranges, c: number): boolean {
  const at = lastNotAfter(ranges, 2, c);
  return at >= 0 && c <= (ranges[at + 1] ?? -1);
}

/** Where the last row starts whose first field is not above `c`; -1 when there is none. */
function lastNotAfter(rows: Int32Array, fields: number, c: number): number {
  let low = 0;
  let high = rows.length / fields;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle * fields] ?? 0) <= c) low = middle + 1;
    else high = middle;
  }
  return (low - 1) * fields;
}

function decodeRanges(text: string): Ranges {
  const fields = Int32Array.from(text.split(" "), fromBase36);
  let end = 0;
  for (let i = 0; i < fields.length; i++) {
    end += fields[i] ?? 0;
    fields[i] = end;
  }
  return fields;
}

function decodeRuns(text: string): Runs {
  const fields = Int32Array.from(text.split(" "), fromBase36);
  let end = 0;
  for (let i = 0; i < fields.length; i += RUN_FIELDS) {
    const first = end + (fields[i] ?? 0);
    end = first + (fields[i + 1] ?? 0);
    fields[i] = first;
    fields[i + 1] = end;
  }
  return fields;
}

function fromBase36(digits: string): number {
  return Number.parseInt(digits, 36);
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
