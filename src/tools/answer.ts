import { z } from "zod";
import type { Coverage } from "../model/message.js";
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

/** The beginning of an answer that shows no row. */
export function emptyAnswer(
  status: ToolStatus,
  reason: string,
): ToolAnswer & { readonly reason: string } {
  return { status, message_ids: [], count: 0, reason: plainLine(reason, REASON_CHARS) };
}

/** How far a read went, in rows that may be shown. */
export function horizonOf({ complete, scanned }: Coverage): string {
  return complete
    ? "everything that may be shown here"
    : `the newest ${scanned} messages that may be shown here`;
}
