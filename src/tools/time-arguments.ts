import { z } from "zod";

const TIME =
  'ISO (2024-03, 2024-03-05, 2024-03-05T14:00Z), "yesterday", "2 weeks ago", "last Monday"';

export interface TimeArguments {
  readonly after: z.ZodOptional<z.ZodString>;
  readonly before: z.ZodOptional<z.ZodString>;
}

/** `after` and `before`, as every tool has them that asks for a time. */
export function timeArguments(nouns: string): TimeArguments {
  return {
    after: z.string().min(1).optional().describe(`Only ${nouns} from this time on: ${TIME}.`),
    before: z.string().min(1).optional().describe(`Only ${nouns} before this time: ${TIME}.`),
  };
}
