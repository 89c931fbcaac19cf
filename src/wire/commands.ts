import { z } from "zod";
import type { SessionContext, TeamBriefing } from "../model/context.js";
import type { Hit } from "../model/match.js";
import type { Coverage, SessionMessage } from "../model/message.js";
import type { Pin } from "../model/pin.js";
import type { SearchResult, ThreadHit, ThreadLine } from "../model/search.js";
import { record, wireCodec, type WireCodec } from "./codec.js";
import { briefingSchema, contextSchema, pinSchema } from "./context.js";
import { coverageSchema, sessionMessageSchema } from "./message.js";
import { hitSchema, searchResultSchema, threadHitSchema, threadLineSchema } from "./search.js";

/** A conversation's board, and how many of its pins a limit left out. */
export interface PinsOutput {
  readonly pins: readonly Pin[];
  readonly cut: number;
  readonly coverage: Coverage;
}

/** The live threads of a desk; `hits` instead where they were searched. */
export type ThreadsOutput =
  | { readonly threads: readonly ThreadLine[]; readonly coverage: Coverage }
  | { readonly hits: readonly ThreadHit[]; readonly coverage: Coverage };

/** What a turn of a conversation starts with. */
export interface ContextOutput {
  readonly briefing: TeamBriefing;
  readonly context: SessionContext;
  /** Oldest first. */
  readonly history: readonly SessionMessage[];
  /** One for each read. */
  readonly coverage: {
    readonly history: Coverage;
    readonly threads: Coverage;
    readonly pins: Coverage;
  };
}

/** Agents, people or desks, best first. */
export interface FindOutput {
  readonly hits: readonly Hit[];
  readonly coverage: Coverage;
}

export const searchOutput: WireCodec<SearchResult> = wireCodec(
  "output of search",
  searchResultSchema,
);
export const pinsOutput: WireCodec<PinsOutput> = wireCodec(
  "output of pins",
  record<PinsOutput>({
    pins: z.array(pinSchema),
    cut: z.int().min(0),
    coverage: coverageSchema,
  }),
);
export const threadsOutput: WireCodec<ThreadsOutput> = wireCodec(
  "output of threads",
  z.union([
    record<Extract<ThreadsOutput, { readonly threads: unknown }>>({
      threads: z.array(threadLineSchema),
      coverage: coverageSchema,
    }),
    record<Extract<ThreadsOutput, { readonly hits: unknown }>>({
      hits: z.array(threadHitSchema),
      coverage: coverageSchema,
    }),
  ]),
);
export const contextOutput: WireCodec<ContextOutput> = wireCodec(
  "output of context",
  record<ContextOutput>({
    briefing: briefingSchema,
    context: contextSchema,
    history: z.array(sessionMessageSchema),
    coverage: record<ContextOutput["coverage"]>({
      history: coverageSchema,
      threads: coverageSchema,
      pins: coverageSchema,
    }),
  }),
);
export const findOutput: WireCodec<FindOutput> = wireCodec(
  "output of find",
  record<FindOutput>({ hits: z.array(hitSchema), coverage: coverageSchema }),
);
