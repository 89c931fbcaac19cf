import { z } from "zod";
import { BREVITY_CHARS, SESSION_WINDOW } from "../model/bounds.js";
import type {
  BrevityPolicy,
  ContextNote,
  SessionContext,
  SessionQuery,
  TeamBriefing,
  Teammate,
} from "../model/context.js";
import type { Pin, PinDirective } from "../model/pin.js";
import { record, wireCodec, type WireCodec } from "./codec.js";
import { authorSchema, conversationSchema, sequenceSchema } from "./message.js";
import { threadLineSchema } from "./search.js";

const countSchema: z.ZodType<number> = z.int().min(0);

export const pinSchema: z.ZodType<Pin> = record<Pin>({
  sequence: sequenceSchema,
  pinnedAt: sequenceSchema,
  pinnedBy: authorSchema,
  label: z.string().nullable(),
  note: z.string().nullable(),
  excerpt: z.string().nullable(),
});

const directiveSchema: z.ZodType<PinDirective> = record<PinDirective>({
  sequence: sequenceSchema,
  target: sequenceSchema,
  author: authorSchema,
  action: z.enum(["pin", "unpin"]),
  label: z.string().nullable(),
  note: z.string().nullable(),
});

const noteSchema: z.ZodType<ContextNote> = record<ContextNote>({
  heading: z.string(),
  lines: z.array(z.string()),
});

/** Records written before pins were read along have none. */
export const contextSchema: z.ZodType<SessionContext> = record<SessionContext>({
  threads: z.array(threadLineSchema),
  pins: z.array(pinSchema).default([]),
  notes: z.array(noteSchema),
});

const brevitySchema: z.ZodType<BrevityPolicy> = record<BrevityPolicy>({
  messageChars: countSchema,
  window: countSchema,
});

const teammateSchema: z.ZodType<Teammate> = record<Teammate>({
  id: z.string(),
  label: z.string(),
  role: z.string().nullable(),
  description: z.string().nullable(),
});

/** Records written before a budget was stated have the default one. */
export const briefingSchema: z.ZodType<TeamBriefing> = record<TeamBriefing>({
  viewerId: z.string(),
  deskId: z.string(),
  deskName: z.string(),
  teammates: z.array(teammateSchema),
  brevity: brevitySchema.default({ messageChars: BREVITY_CHARS, window: SESSION_WINDOW }),
});

export const pin: WireCodec<Pin> = wireCodec("pin", pinSchema);
export const pinDirective: WireCodec<PinDirective> = wireCodec("pin directive", directiveSchema);
export const contextNote: WireCodec<ContextNote> = wireCodec("context note", noteSchema);
export const sessionContext: WireCodec<SessionContext> = wireCodec(
  "session context",
  contextSchema,
);
export const brevityPolicy: WireCodec<BrevityPolicy> = wireCodec("brevity policy", brevitySchema);
export const teamBriefing: WireCodec<TeamBriefing> = wireCodec("team briefing", briefingSchema);
export const sessionQuery: WireCodec<SessionQuery> = wireCodec(
  "session query",
  record<SessionQuery>({
    conversation: conversationSchema,
    before: z.exactOptional(sequenceSchema.nullable()),
    window: z.exactOptional(countSchema),
  }),
);
