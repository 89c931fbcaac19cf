/**
 * What a piece of a pattern compiles to, before it is compiled: an upper estimate, so that no
 * compiler is asked for more than its budget.
 */
export interface Cost {
  /** Instructions where one reads a whole character (re2js). */
  readonly instructions: number;
  /** Instructions where one reads a byte of UTF-8 (RE2): a class costs by its ranges. */
  readonly bytes: number;
}

export const NO_COST: Cost = { instructions: 0, bytes: 0 };
/** An assertion, a jump, one side of a choice. */
export const ONE: Cost = { instructions: 1, bytes: 1 };
/** Two slots that remember where a group starts and ends. */
export const CAPTURE: Cost = { instructions: 2, bytes: 2 };
/** Fail, match and the loop that lets a match start anywhere. */
export const FRAME: Cost = { instructions: 3, bytes: 6 };
/** Any character but one or a few: the complement has ranges of one to four bytes. */
export const ANY: Cost = { instructions: 1, bytes: 12 };
/** What a negated class has on top of the class. */
export const NEGATION_BYTES = 24;
/** `\w`, `\D` and the like, and the bracketed ASCII classes, negated or not. */
export const ASCII_CLASS_BYTES = 12;

/** Byte instructions of a Unicode class as RE2 compiles it, rounded up; the large categories by name. */
const PROPERTY_BYTES: ReadonlyMap<string, number> = new Map([
  ["L", 1200],
  ["Ll", 900],
  ["Lo", 1000],
  ["Lu", 900],
  ["M", 600],
  ["Mn", 600],
  ["Z", 24],
  ["Zs", 24],
]);
/** The other categories (the largest is S), with room for newer versions. */
const CATEGORY_BYTES = 500;
/** Scripts and small binary properties. */
const SCRIPT_BYTES = 128;
/** Names longer than a category's that are about as large as L. */
const LARGE = /^(?:Alphabetic|Assigned|Case|Changes_|Common|Grapheme_|ID|Lowercase|Uppercase|XID)/;

/** `name` is a category, a script or a binary property; `^` before it negates. */
export function propertyBytes(name: string): number {
  const bare = name.startsWith("^") ? name.slice(1) : name;
  if (LARGE.test(bare)) return (PROPERTY_BYTES.get("L") ?? 0) + NEGATION_BYTES;
  const rest = bare.length > 2 ? SCRIPT_BYTES : CATEGORY_BYTES;
  return (PROPERTY_BYTES.get(bare) ?? rest) + NEGATION_BYTES;
}

/** Bytes of a character; `fold` adds the other cases it may be written in. */
export function characterCost(codePoint: number, fold: boolean): Cost {
  return { instructions: 1, bytes: rangeBytes(codePoint, codePoint, fold) };
}

/** Most byte instructions that a range takes inside the lengths of UTF-8, by length. */
const RANGE_BYTES = [1, 4, 9, 12] as const;
const FIRST_OF_LENGTH = [0, 0x80, 0x800, 0x1_0000, 0x11_0000] as const;

/** Byte instructions of a range of characters. */
export function rangeBytes(low: number, high: number, fold: boolean): number {
  let bytes = 0;
  for (const [length, cost] of RANGE_BYTES.entries()) {
    const first = FIRST_OF_LENGTH[length] ?? 0;
    const next = FIRST_OF_LENGTH[length + 1] ?? 0;
    if (low < next && high >= first) bytes += low === high ? length + 1 : cost;
  }
  return fold ? bytes * 2 + 3 : bytes;
}

export function add(a: Cost, b: Cost): Cost {
  return { instructions: a.instructions + b.instructions, bytes: a.bytes + b.bytes };
}

/** `cost` written `copies` times, `joints` jumps between them. */
export function times(cost: Cost, copies: number, joints: number): Cost {
  return {
    instructions: cost.instructions * copies + joints,
    bytes: cost.bytes * copies + joints,
  };
}
