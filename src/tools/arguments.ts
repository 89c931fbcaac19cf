import { z } from "zod";
import { REASON_CHARS } from "./bounds.js";
import { plainLine } from "./plain-line.js";

export type ReadArguments<Args> = { readonly value: Args } | { readonly problem: string };

const MOST_ISSUES = 4;

/**
 * Reads a call's arguments. Null stands for an argument left out, as the strict form of a schema
 * sends it; an argument that the tool has not, and one of a wrong type, is refused.
 */
export function readArguments<Args>(schema: z.ZodType<Args>, given: unknown): ReadArguments<Args> {
  const result = z.safeParse(schema, withoutNulls(given));
  if (result.success) return { value: result.data };
  const issues = result.error.issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  return { problem: plainLine(issues.join("; "), REASON_CHARS) };
}

function withoutNulls(given: unknown): unknown {
  if (given === undefined || given === null) return {};
  if (typeof given !== "object" || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
