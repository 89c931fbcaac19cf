import { z } from "zod";
import { SPEAKER_CHARS } from "./bounds.js";
import type { SpeakerContext } from "./options.js";
import { SPEAKERS } from "./speaker.js";

export interface SpeakerArguments {
  readonly speaker: z.ZodOptional<z.ZodType<string>>;
  readonly speaker_only: z.ZodOptional<z.ZodBoolean>;
}

/** Who may be named, as a model is told of it: the handles of the request's roster are among them. */
export function shownSpeakers({ snapshot }: SpeakerContext): z.ZodType<string> {
  return z.enum([...SPEAKERS, ...(snapshot?.entries.map(({ handle }) => handle) ?? [])]);
}

/** Who may be named, as it is read: a handle that is unknown is answered, not refused. */
export function readableSpeakers({ snapshot }: SpeakerContext): z.ZodType<string> {
  return snapshot === null ? z.enum(SPEAKERS) : z.string().max(SPEAKER_CHARS);
}

/** `speaker` and `speaker_only`, which a tool has together or not at all. */
export function speakerArguments(
  speaker: z.ZodType<string>,
  noun: "message" | "fact",
): SpeakerArguments {
  return {
    speaker: speaker
      .optional()
      .describe(
        `Whose ${noun}s matter: anyone (default), requester (who asks now) or you (your own), ` +
          `which leave others out, or a handle of the roster, whose ${noun}s come first among equals.`,
      ),
    speaker_only: z
      .boolean()
      .optional()
      .describe(`True to leave out every ${noun} that is not the speaker's.`),
  };
}
