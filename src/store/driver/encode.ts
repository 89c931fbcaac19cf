import { InvalidArgumentError } from "../../model/errors.js";
import type { SqlValue } from "../database.js";

const LONE_SURROGATE = /\p{Surrogate}/u;
/** What makes a text of an array more than what stands between its quotes. */
const REMARKABLE = /["\\\0\p{Surrogate}]/u;

/**
 * Parameters in PostgreSQL's own text form, so that no driver chooses one of its own. Errors:
 * `InvalidArgumentError` for what the database could not give back as it was.
 */
export function encodeValues(values: readonly SqlValue[]): readonly (string | null)[] {
  return values.map((value, index) => encode(value, `$${index + 1}`));
}

function encode(value: SqlValue, name: string): string | null {
  if (value === null) return null;
  if (typeof value === "string") return checked(value, name);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Uint8Array) return `\\x${hex(value)}`;
  if (value instanceof Date) return encodeDate(value, name);
  return `{${value.map((element) => encodeElement(element, name)).join(",")}}`;
}

function encodeElement(element: string | number | boolean | null, name: string): string {
  if (element === null) return "NULL";
  if (typeof element !== "string") return String(element);
  // Most are not, and there are many: looked through once.
  if (!REMARKABLE.test(element)) return `"${element}"`;
  return `"${checked(element, name).replace(/["\\]/g, "\\$&")}"`;
}

/** A driver would send U+FFFD for half a surrogate pair, and U+0000 ends the text in the server. */
function checked(text: string, name: string): string {
  if (text.includes("\0")) throw InvalidArgumentError.of(name, "holds U+0000");
  if (LONE_SURROGATE.test(text)) throw InvalidArgumentError.of(name, "holds a lone surrogate");
  return text;
}

function encodeDate(date: Date, name: string): string {
  if (Number.isNaN(date.getTime())) throw InvalidArgumentError.of(name, "is an invalid date");
  return date.toISOString();
}

const DIGITS = new TextEncoder().encode("0123456789abcdef");

/** By way of bytes: a string that grows by two characters ten million times takes seconds. */
function hex(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2);
  for (const [at, byte] of bytes.entries()) {
    digits[2 * at] = DIGITS[byte >> 4] ?? 0;
    digits[2 * at + 1] = DIGITS[byte & 15] ?? 0;
  }
  return new TextDecoder().decode(digits);
}
