import { z } from "zod";
import { DEFAULT_HITS, MAX_HITS } from "../store/bounds.js";
import { QUERY_CHARS } from "./bounds.js";
import type { SpeakerContext } from "./options.js";
import { SPEAKERS } from "./speaker.js";
import { readableSpeakers, shownSpeakers, speakerArguments } from "./speaker-arguments.js";
import { timeArguments } from "./time-arguments.js";

export interface SearchHistoryArgs {
  readonly query: string;
  /** `anyone`, `requester`, `you`, or a handle of the request's roster. */
  readonly speaker?: string | undefined;
  /** Only where speakers may be selected. */
  readonly speaker_only?: boolean | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

export const queryArgument: z.ZodType<string> = z
  .string()
  .min(1)
  .max(QUERY_CHARS)
  .regex(/\S/, "must not be blank")
  .describe("Words to look for: names, identifiers, exact phrases or a question.");

const others = {
  ...timeArguments("messages"),
  limit: z
    .int()
    .min(1)
    .max(MAX_HITS)
    .optional()
    .describe(`Most hits, 1 to ${MAX_HITS}; ${DEFAULT_HITS} by default.`),
};

export const searchHistoryArgs: z.ZodType<SearchHistoryArgs> = z.strictObject({
  query: queryArgument,
  speaker: z
    .enum(SPEAKERS)
    .optional()
    .describe("Whose messages: anyone (default), requester (who asks now), you (your own)."),
  ...others,
});

/** The arguments as a model is told of them: the handles of the request's roster are among them. */
export function shownArguments(speakers?: SpeakerContext): z.ZodType<SearchHistoryArgs> {
  return speakers?.selection === true ? selecting(shownSpeakers(speakers)) : searchHistoryArgs;
}

/** The arguments as they are read: a handle that is unknown is answered, not refused. */
export function readableArguments(speakers?: SpeakerContext): z.ZodType<SearchHistoryArgs> {
  return speakers?.selection === true ? selecting(readableSpeakers(speakers)) : searchHistoryArgs;
}

function selecting(speaker: z.ZodType<string>): z.ZodType<SearchHistoryArgs> {
  return z.strictObject({
    query: queryArgument,
    ...speakerArguments(speaker, "message"),
    ...others,
  });
}
