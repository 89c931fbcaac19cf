import { z } from "zod";
import type {
  Author,
  Conversation,
  Coverage,
  Message,
  Sequence,
  SessionMessage,
} from "../model/message.js";
import { record, wireCodec, type WireCodec } from "./codec.js";

export const sequenceSchema: z.ZodType<Sequence> = z
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: "A safe integer, strictly ordered inside one log." });

export const authorSchema: z.ZodType<Author> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("operator") }),
  z.object({ type: z.enum(["person", "agent"]), id: z.string(), label: z.string() }),
  z.object({ type: z.literal("system"), kind: z.string(), label: z.string() }),
]);

/** The thread root or parent of a row; an older record may leave it out. */
const optionalSequence: z.ZodType<Sequence | null> = sequenceSchema.nullable().default(null);

export const conversationSchema: z.ZodType<Conversation> = record<Conversation>({
  deskId: z.string(),
  deskName: z.string(),
  threadRoot: optionalSequence,
});

export const messageSchema: z.ZodType<Message> = record<Message>({
  sequence: sequenceSchema,
  chatId: z.string().nullable().default(null),
  parent: optionalSequence,
  author: authorSchema,
  content: z.string(),
  at: z.exactOptional(z.string()),
  sourceId: z.exactOptional(z.string()),
});

export const sessionMessageSchema: z.ZodType<SessionMessage> = record<SessionMessage>({
  sequence: sequenceSchema,
  author: authorSchema,
  content: z.string(),
});

export const coverageSchema: z.ZodType<Coverage> = record<Coverage>({
  scanned: z.int().min(0),
  oldest: sequenceSchema.nullable(),
  complete: z.boolean(),
  nextBefore: sequenceSchema.nullable(),
  stoppedBy: z.enum(["end", "bound", "filled", "aborted"]),
});

export const author: WireCodec<Author> = wireCodec("author", authorSchema);
export const conversation: WireCodec<Conversation> = wireCodec("conversation", conversationSchema);
export const message: WireCodec<Message> = wireCodec("message", messageSchema);
export const sessionMessage: WireCodec<SessionMessage> = wireCodec(
  "session message",
  sessionMessageSchema,
);
export const coverage: WireCodec<Coverage> = wireCodec("coverage", coverageSchema);
