import { z } from "zod";
import { REASON_CHARS } from "./bounds.js";
import { plainLine } from "./plain-line.js";

export type ToolStatus =
  | "ok"
  | "nothing_found"
  | "search_budget_exhausted"
  | "invalid_request"
  | "unavailable";

/** What every answer begins with. `message_ids` are of all rows shown, those around hits included. */
export interface ToolAnswer {
  readonly status: ToolStatus;
  readonly message_ids: readonly string[];
  readonly count: number;
  /** Why there is nothing, or what was wrong. */
  readonly reason?: string;
  /** What was left out for length. */
  readonly note?: string;
}

/** Open, so that a later version may say more. */
export const toolAnswerShape: z.ZodObject = z.looseObject({
  status: z.enum([
    "ok",
    "nothing_found",
    "search_budget_exhausted",
    "invalid_request",
    "unavailable",
  ]),
  message_ids: z.array(z.string()),
  count: z.int().min(0),
  reason: z.string().optional(),
  note: z.string().optional(),
});

/** Whether a caller should take the answer for a failed call. */
export function isFailure({ status }: ToolAnswer): boolean {
  return status === "invalid_request" || status === "unavailable";
}

/** The beginning of an answer that shows no row. */
export function emptyAnswer(
  status: ToolStatus,
  reason: string,
): ToolAnswer & { readonly reason: string } {
  return { status, message_ids: [], count: 0, reason: plainLine(reason, REASON_CHARS) };
}
