import { z } from "zod";
import { DEFAULT_HITS, MAX_HITS } from "../store/bounds.js";
import { QUERY_CHARS } from "./bounds.js";
import { SPEAKERS, type Speaker } from "./speaker.js";

export interface SearchHistoryArgs {
  readonly query: string;
  readonly speaker?: Speaker | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

const TIME =
  'ISO (2024-03, 2024-03-05, 2024-03-05T14:00Z), "yesterday", "2 weeks ago", "last Monday"';

export const queryArgument: z.ZodType<string> = z
  .string()
  .min(1)
  .max(QUERY_CHARS)
  .regex(/\S/, "must not be blank")
  .describe("Words to look for: names, identifiers, exact phrases or a question.");

export const searchHistoryArgs: z.ZodType<SearchHistoryArgs> = z.strictObject({
  query: queryArgument,
  speaker: z
    .enum(SPEAKERS)
    .optional()
    .describe("Whose messages: anyone (default), requester (who asks now), you (your own)."),
  after: z.string().min(1).optional().describe(`Only messages from this time on: ${TIME}.`),
  before: z.string().min(1).optional().describe(`Only messages before this time: ${TIME}.`),
  limit: z
    .int()
    .min(1)
    .max(MAX_HITS)
    .optional()
    .describe(`Most hits, 1 to ${MAX_HITS}; ${DEFAULT_HITS} by default.`),
});
