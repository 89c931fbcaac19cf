import { InvalidArgumentError, parsePattern, type SearchQuery } from "backread";
import { MAX_HITS, QUERY_CHARS } from "./bounds.js";

const PARAMETERS = ["q", "desk", "limit", "before"];

/** A parameter of the request that has no meaning here. */
export class BadParameterError extends InvalidArgumentError {}

/**
 * Reads the parameters; throws `BadParameterError`. Nothing is ignored or clamped: a misspelt `desk`
 * would search everything, and a clamped `limit` would look like all there is.
 */
export function readQuery(params: URLSearchParams): SearchQuery {
  for (const name of params.keys()) {
    if (!PARAMETERS.includes(name))
      throw refuse(name, `is no parameter; there are ${PARAMETERS.join(", ")}`);
    if (params.getAll(name).length > 1) throw refuse(name, "must be given once");
  }
  const q = params.get("q");
  if (q === null) throw refuse("q", "must be given: a text, or an expression between slashes");
  if (q.length > QUERY_CHARS) throw refuse("q", `must have at most ${QUERY_CHARS} characters`);
  const desk = params.get("desk");
  return {
    pattern: parsePattern(q),
    scope: desk === null ? null : { deskId: desk, deskName: desk, threadRoot: null },
    before: wholeNumber(params, "before", Number.MAX_SAFE_INTEGER),
    limit: wholeNumber(params, "limit", MAX_HITS) ?? 10,
  };
}

function wholeNumber(params: URLSearchParams, name: string, most: number): number | null {
  const text = params.get(name);
  if (text === null) return null;
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  throw refuse(name, `must be a whole number from 0 to ${most}`);
}

function refuse(name: string, reason: string): BadParameterError {
  return new BadParameterError(`${name} ${reason}`, { argument: name, reason });
}
