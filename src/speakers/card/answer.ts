import { MAX_CARD_ANSWER } from "./bounds.js";
import { COVERAGE_REASONS, type CardReject } from "./reasons.js";

/** An answer that cannot be used. */
export interface Unusable {
  readonly ok: false;
  /** Our own words, which quote nothing of the answer: they may be told to a model and an operator. */
  readonly problem: string;
  readonly rejected: readonly CardReject[];
}

export type Fields = Readonly<Record<string, unknown>>;

export function unusable(problem: string, rejected: readonly CardReject[] = []): Unusable {
  return { ok: false, problem, rejected };
}

/** The fields of an answer that is a JSON object of exactly these keys. */
export function openAnswer(
  answer: string,
  keys: readonly string[],
): { readonly ok: true; readonly fields: Fields } | Unusable {
  if (answer.length > MAX_CARD_ANSWER)
    return unusable(`the answer is longer than ${MAX_CARD_ANSWER} characters`);
  const fields = closed(parse(answer), keys);
  if (fields !== null) return { ok: true, fields };
  const named = keys.map((key) => `\`${key}\``).join(", ");
  return unusable(`the answer is not one JSON object of exactly the keys ${named}`);
}

/** Whether the two fields of an answer that tell its substance are sound and agree. */
export function readCoverage({
  substantive,
  coverage_reason,
}: Fields): { readonly ok: true; readonly substantive: boolean } | Unusable {
  if (typeof substantive !== "boolean") return unusable("`substantive` is neither true nor false");
  if (!isOneOf(COVERAGE_REASONS, coverage_reason))
    return unusable("`coverage_reason` is none of those listed");
  if (substantive !== (coverage_reason === "substantive"))
    return unusable("`substantive` and `coverage_reason` contradict each other");
  return { ok: true, substantive };
}

/** An object that has these keys and no other; null for anything else. */
export function closed(value: unknown, keys: readonly string[]): Fields | null {
  if (!isRecord(value) || Object.keys(value).length !== keys.length) return null;
  return keys.every((key) => Object.hasOwn(value, key)) ? value : null;
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isOneOf<T extends string>(options: readonly T[], value: unknown): value is T {
  return options.some((option) => option === value);
}

function parse(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
