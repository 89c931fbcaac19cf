import { scalar, type Cursor } from "./cursor.js";

/** What an escape stands for. `property` has the name without braces. */
export type Escape =
  | { readonly kind: "character"; readonly codePoint: number }
  | { readonly kind: "perl" }
  | { readonly kind: "property"; readonly name: string }
  | { readonly kind: "assertion" }
  | { readonly kind: "quote" };

const CONTROL: ReadonlyMap<string, number> = new Map([
  ["a", 0x07],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["v", 0x0b],
]);

/** Reads the escape whose backslash the cursor is at. Throws `InvalidPatternError`. */
export function readEscape(cursor: Cursor): Escape {
  const start = cursor.at++;
  const letter = cursor.peek();
  if (letter === "") throw cursor.fail("a backslash ends the pattern", start);
  if ("dswDSW".includes(letter)) return take(cursor, { kind: "perl" });
  if ("AbBz".includes(letter)) return take(cursor, { kind: "assertion" });
  if (letter === "Q") return take(cursor, { kind: "quote" });
  if (letter === "p" || letter === "P") return readProperty(cursor, start);
  return { kind: "character", codePoint: readCharacter(cursor, start) };
}

function take(cursor: Cursor, escape: Escape): Escape {
  cursor.at++;
  return escape;
}

function readProperty(cursor: Cursor, start: number): Escape {
  cursor.at++;
  if (cursor.done) throw cursor.fail("a Unicode class needs a name", start);
  if (!cursor.take("{"))
    return { kind: "property", name: String.fromCodePoint(cursor.takeCodePoint()) };
  const name = cursor.takeUntil("}");
  if (name === null) throw cursor.fail("the name of a Unicode class is not closed", start);
  return { kind: "property", name };
}

function readCharacter(cursor: Cursor, start: number): number {
  const letter = cursor.peek();
  if (letter === "x") return readHex(cursor, start);
  if (letter === "u") return readUnicode(cursor, start);
  if (isDigit(letter)) return readOctal(cursor, start);
  const control = CONTROL.get(letter);
  cursor.at++;
  if (control !== undefined) return control;
  if (letter < "\x80" && !isAlphanumeric(letter)) return letter.charCodeAt(0);
  throw cursor.fail(reasonAgainst(letter, cursor), start);
}

function reasonAgainst(letter: string, cursor: Cursor): string {
  if (letter === "C") return "\\C (a single byte) is not supported";
  if (letter === "k" && (cursor.looksAt("<") || cursor.looksAt("{") || cursor.looksAt("'")))
    return "back-references are not supported";
  return `\\${letter} is not an escape`;
}

/** `\x41` or `\x{1F600}`. */
function readHex(cursor: Cursor, start: number): number {
  cursor.at++;
  if (cursor.looksAt("{")) return readBraced(cursor, start);
  return readDigits(cursor, start, 2);
}

/** `\u0041` or `\u{1F600}`; two of the first kind that make a surrogate pair are one character. */
function readUnicode(cursor: Cursor, start: number): number {
  cursor.at++;
  if (cursor.looksAt("{")) return readBraced(cursor, start);
  const first = readDigits(cursor, start, 4);
  if (first < 0xd800 || first > 0xdbff) return scalar(first);
  const low = /^\\u(d[c-f][0-9a-f]{2})/i.exec(cursor.pattern.slice(cursor.at, cursor.at + 6))?.[1];
  if (low === undefined) return scalar(first);
  cursor.at += 6;
  return 0x10000 + ((first - 0xd800) << 10) + (Number.parseInt(low, 16) - 0xdc00);
}

function readDigits(cursor: Cursor, start: number, count: number): number {
  const digits = cursor.takeWhile(isHexDigit, count);
  if (digits.length < count) throw cursor.fail(`this escape needs ${count} hex digits`, start);
  return Number.parseInt(digits, 16);
}

function readBraced(cursor: Cursor, start: number): number {
  cursor.at++;
  const digits = cursor.takeWhile(isHexDigit);
  if (digits === "" || !cursor.take("}"))
    throw cursor.fail("this escape needs hex digits between braces", start);
  const codePoint = Number.parseInt(digits, 16);
  if (codePoint > 0x10ffff) throw cursor.fail("there is no character above 10FFFF", start);
  return scalar(codePoint);
}

/** `\0`, `\12`, `\101`. A single digit from 1 on would be a back-reference. */
function readOctal(cursor: Cursor, start: number): number {
  const digits = cursor.takeWhile((unit) => unit >= "0" && unit <= "7", 3);
  if (digits === "" || (digits.length === 1 && digits !== "0"))
    throw cursor.fail("back-references are not supported", start);
  return Number.parseInt(digits, 8);
}

export function isDigit(unit: string): boolean {
  return unit >= "0" && unit <= "9";
}

function isHexDigit(unit: string): boolean {
  return /^[0-9a-f]$/i.test(unit);
}

function isAlphanumeric(unit: string): boolean {
  return /^[0-9a-z]$/i.test(unit);
}
