import { z } from "zod";
import type {
  InitialSessionWithContext,
  Pinboard,
  ThreadIndex,
  ThreadSearchResult,
} from "../model/answers.js";
import type { Hit } from "../model/match.js";
import type { Coverage } from "../model/message.js";
import type { SearchResult } from "../model/search.js";
import { record, wireCodec, type WireCodec } from "./codec.js";
import { briefingSchema, contextSchema, pinSchema } from "./context.js";
import { coverageSchema, sessionMessageSchema } from "./message.js";
import { hitSchema, searchResultSchema, threadHitSchema, threadLineSchema } from "./search.js";

/** The live threads of a desk; `hits` instead where they were searched. */
export type ThreadsOutput = ThreadIndex | ThreadSearchResult;

/** Agents, people or desks, best first. */
export interface FindOutput {
  readonly hits: readonly Hit[];
  readonly coverage: Coverage;
}

export const searchOutput: WireCodec<SearchResult> = wireCodec(
  "output of search",
  searchResultSchema,
);
export const pinsOutput: WireCodec<Pinboard> = wireCodec(
  "output of pins",
  record<Pinboard>({
    pins: z.array(pinSchema),
    cut: z.int().min(0),
    coverage: coverageSchema,
  }),
);
export const threadsOutput: WireCodec<ThreadsOutput> = wireCodec(
  "output of threads",
  z.union([
    record<ThreadIndex>({
      threads: z.array(threadLineSchema),
      coverage: coverageSchema,
    }),
    record<ThreadSearchResult>({
      hits: z.array(threadHitSchema),
      coverage: coverageSchema,
    }),
  ]),
);
export const contextOutput: WireCodec<InitialSessionWithContext> = wireCodec(
  "output of context",
  record<InitialSessionWithContext>({
    briefing: briefingSchema,
    context: contextSchema,
    history: z.array(sessionMessageSchema),
    coverage: record<InitialSessionWithContext["coverage"]>({
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
