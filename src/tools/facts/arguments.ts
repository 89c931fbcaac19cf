import { z } from "zod";
import { DEFAULT_FACTS } from "../../store/bounds.js";
import { MAX_TOOL_FACTS, QUERY_CHARS } from "../bounds.js";
import type { SpeakerContext } from "../options.js";
import { readableSpeakers, shownSpeakers, speakerArguments } from "../speaker-arguments.js";
import { timeArguments } from "../time-arguments.js";

export interface QueryFactsArgs {
  readonly query?: string | undefined;
  /** Only where speakers may be selected, as `speaker_only`. */
  readonly speaker?: string | undefined;
  readonly speaker_only?: boolean | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

const query = z
  .string()
  .min(1)
  .max(QUERY_CHARS)
  .regex(/\S/, "must not be blank")
  .optional()
  .describe("Words that a fact must hold, one of them at least; all facts without it.");

const others = {
  ...timeArguments("facts said"),
  limit: z
    .int()
    .min(1)
    .max(MAX_TOOL_FACTS)
    .optional()
    .describe(`Most facts, 1 to ${MAX_TOOL_FACTS}; ${DEFAULT_FACTS} by default.`),
};

export const queryFactsArgs: z.ZodType<QueryFactsArgs> = z.strictObject({ query, ...others });

/** The arguments as a model is told of them. */
export function shownFactsArguments(speakers?: SpeakerContext): z.ZodType<QueryFactsArgs> {
  return speakers?.selection === true ? selecting(shownSpeakers(speakers)) : queryFactsArgs;
}

/** The arguments as they are read. */
export function readableFactsArguments(speakers?: SpeakerContext): z.ZodType<QueryFactsArgs> {
  return speakers?.selection === true ? selecting(readableSpeakers(speakers)) : queryFactsArgs;
}

function selecting(speaker: z.ZodType<string>): z.ZodType<QueryFactsArgs> {
  return z.strictObject({ query, ...speakerArguments(speaker, "fact"), ...others });
}
