import { InvalidArgumentError } from "../../model/errors.js";
import type { Sequence } from "../../model/message.js";
import { isSequence } from "../check-read.js";
import type { PageRequest } from "../validate-page.js";

/** Digits as JSON writes them: no sign, exponent, fraction, space or leading zero. */
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,15})$/;

/**
 * Reads `before` (missing or empty: the newest rows) and `limit` (missing: `maxLimit`). Throws
 * `InvalidArgumentError`; nothing is clamped, because a page of another size could pass for a short one.
 */
export function parseRequest(params: URLSearchParams, maxLimit: number): PageRequest {
  const before = only(params, "before") ?? "";
  const limit = only(params, "limit");
  return {
    before: before === "" ? null : wholeNumber("before", before),
    limit: limit === null ? maxLimit : checkLimit(wholeNumber("limit", limit), maxLimit),
  };
}

/** The address of a page, other parameters kept. */
export function pageUrl(endpoint: URL, before: Sequence | null, limit: number): string {
  const url = new URL(endpoint);
  if (before === null) url.searchParams.delete("before");
  else url.searchParams.set("before", String(before));
  url.searchParams.set("limit", String(limit));
  return url.href;
}

function only(params: URLSearchParams, name: string): string | null {
  const values = params.getAll(name);
  if (values.length > 1) throw InvalidArgumentError.of(name, "must be given once");
  return values[0] ?? null;
}

function wholeNumber(name: string, text: string): number {
  const value = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!isSequence(value))
    throw InvalidArgumentError.of(name, "must be a whole number from 0 to 2^53-1, in digits");
  return value;
}

function checkLimit(limit: number, maxLimit: number): number {
  if (limit >= 1 && limit <= maxLimit) return limit;
  throw InvalidArgumentError.of("limit", `must be from 1 to ${maxLimit}`);
}
