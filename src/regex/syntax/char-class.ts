import { ASCII_CLASS_BYTES, NEGATION_BYTES, propertyBytes, rangeBytes, type Cost } from "./cost.js";
import type { Cursor } from "./cursor.js";
import { readEscape } from "./escape.js";
import type { Output } from "./output.js";

const POSIX =
  /^\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit)$/;

/** Reads the bracketed class that the cursor is at, and writes it. Throws `InvalidPatternError`. */
export function readClass(cursor: Cursor, output: Output, fold: boolean): Cost {
  const start = cursor.at++;
  const negated = cursor.take("^");
  output.copy(start, cursor.at);
  let bytes = negated ? NEGATION_BYTES : 0;
  for (let first = true; first || !cursor.looksAt("]"); first = false) {
    if (cursor.done) throw cursor.fail("missing ]", start);
    bytes += readNamed(cursor, output) ?? readRange(cursor, output, { fold, start });
  }
  output.copy(cursor.at, ++cursor.at);
  return { instructions: 1, bytes };
}

/** `[:alpha:]`, `\d` or `\pL`: its byte instructions. Null when a character stands here. */
function readNamed(cursor: Cursor, output: Output): number | null {
  const start = cursor.at;
  if (cursor.looksAt("[:")) {
    const end = cursor.pattern.indexOf(":]", start);
    if (end < 0) return null;
    const name = cursor.pattern.slice(start + 2, end);
    if (!POSIX.test(name)) throw cursor.fail(`there is no class [:${name}:]`, start);
    cursor.at = end + 2;
    output.copy(start, cursor.at);
    return ASCII_CLASS_BYTES;
  }
  if (!/^\\[dswDSWpP]/.test(cursor.pattern.slice(start, start + 2))) return null;
  const escape = readEscape(cursor);
  output.copy(start, cursor.at);
  if (escape.kind !== "property") return ASCII_CLASS_BYTES;
  output.property(start, cursor.at);
  return propertyBytes(escape.name);
}

interface ClassContext {
  readonly fold: boolean;
  /** Where the class opens. */
  readonly start: number;
}

function readRange(cursor: Cursor, output: Output, { fold, start }: ClassContext): number {
  const at = cursor.at;
  const low = readMember(cursor, output, start);
  if (!cursor.looksAt("-") || cursor.looksAt("-]")) return rangeBytes(low, low, fold);
  output.copy(cursor.at, ++cursor.at);
  const high = readMember(cursor, output, start);
  if (high < low) throw cursor.fail("the ends of a range are out of order", at);
  return rangeBytes(low, high, fold);
}

function readMember(cursor: Cursor, output: Output, classStart: number): number {
  if (cursor.done) throw cursor.fail("missing ]", classStart);
  const start = cursor.at;
  if (!cursor.looksAt("\\")) {
    const codePoint = cursor.takeCodePoint();
    output.copy(start, cursor.at);
    return codePoint;
  }
  const escape = readEscape(cursor);
  if (escape.kind !== "character")
    throw cursor.fail(`${cursor.pattern.slice(start, start + 2)} has no meaning in a class`, start);
  output.escaped(start, cursor.at, escape.codePoint);
  return escape.codePoint;
}
