import { z } from "zod";
import { DEFAULT_HITS, MAX_HITS } from "../store/bounds.js";
import { QUERY_CHARS, SPEAKER_CHARS } from "./bounds.js";
import type { SpeakerContext } from "./options.js";
import { SPEAKERS } from "./speaker.js";

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

const TIME =
  'ISO (2024-03, 2024-03-05, 2024-03-05T14:00Z), "yesterday", "2 weeks ago", "last Monday"';

export const queryArgument: z.ZodType<string> = z
  .string()
  .min(1)
  .max(QUERY_CHARS)
  .regex(/\S/, "must not be blank")
  .describe("Words to look for: names, identifiers, exact phrases or a question.");

const others = {
  after: z.string().min(1).optional().describe(`Only messages from this time on: ${TIME}.`),
  before: z.string().min(1).optional().describe(`Only messages before this time: ${TIME}.`),
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
  if (speakers?.selection !== true) return searchHistoryArgs;
  const handles = speakers.snapshot?.entries.map(({ handle }) => handle) ?? [];
  return selecting(z.enum([...SPEAKERS, ...handles]));
}

/** The arguments as they are read: a handle that is unknown is answered, not refused. */
export function readableArguments(speakers?: SpeakerContext): z.ZodType<SearchHistoryArgs> {
  if (speakers?.selection !== true) return searchHistoryArgs;
  return selecting(speakers.snapshot === null ? z.enum(SPEAKERS) : z.string().max(SPEAKER_CHARS));
}

function selecting(speaker: z.ZodType<string>): z.ZodType<SearchHistoryArgs> {
  return z.strictObject({
    query: queryArgument,
    speaker: speaker
      .optional()
      .describe(
        "Whose messages matter: anyone (default), requester (who asks now) or you (your own), " +
          "which leave others out, or a handle of the roster, whose messages come first among equals.",
      ),
    speaker_only: z
      .boolean()
      .optional()
      .describe("True to leave out every message that is not the speaker's."),
    ...others,
  });
}
