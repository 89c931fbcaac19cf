import { z } from "zod";
import type { Hit, MatchField, MatchKind, SearchPattern, TextMatch } from "../model/match.js";
import type {
  MessageHit,
  SearchQuery,
  SearchResult,
  ThreadHit,
  ThreadLine,
} from "../model/search.js";
import { record, wireCodec, type WireCodec } from "./codec.js";
import { authorSchema, conversationSchema, coverageSchema, sequenceSchema } from "./message.js";

const kindSchema: z.ZodType<MatchKind> = z.enum([
  "exact",
  "prefix",
  "word_prefix",
  "substring",
  "subsequence",
]);
const fieldSchema: z.ZodType<MatchField> = z.enum(["label", "id", "detail"]);
const scoreSchema: z.ZodType<number> = z.int().min(0).max(1100);
const countSchema: z.ZodType<number> = z.int().min(0);

const patternSchema: z.ZodType<SearchPattern> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), query: z.string() }),
  z.object({ type: z.literal("regex"), source: z.string() }),
]);

const matchFields = { kind: kindSchema, score: scoreSchema, offset: countSchema };

export const hitSchema: z.ZodType<Hit> = record<Hit>({
  id: z.string(),
  label: z.string(),
  field: fieldSchema,
  ...matchFields,
});

export const messageHitSchema: z.ZodType<MessageHit> = record<MessageHit>({
  sequence: sequenceSchema,
  chatId: z.string().nullable(),
  parent: sequenceSchema.nullable(),
  author: authorSchema,
  excerpt: z.string(),
  score: scoreSchema,
  kind: kindSchema,
});

export const threadLineSchema: z.ZodType<ThreadLine> = record<ThreadLine>({
  root: sequenceSchema,
  opening: z.string(),
  replies: countSchema,
  latest: sequenceSchema,
  landed: z.string().nullable(),
});

export const threadHitSchema: z.ZodType<ThreadHit> = record<ThreadHit>({
  line: threadLineSchema,
  score: scoreSchema,
  kind: kindSchema,
});

export const searchResultSchema: z.ZodType<SearchResult> = record<SearchResult>({
  hits: z.array(messageHitSchema),
  coverage: coverageSchema,
});

export const searchPattern: WireCodec<SearchPattern> = wireCodec("search pattern", patternSchema);
export const textMatch: WireCodec<TextMatch> = wireCodec(
  "text match",
  record<TextMatch>(matchFields),
);
export const hit: WireCodec<Hit> = wireCodec("hit", hitSchema);
export const messageHit: WireCodec<MessageHit> = wireCodec("message hit", messageHitSchema);
export const searchResult: WireCodec<SearchResult> = wireCodec("search result", searchResultSchema);
export const threadLine: WireCodec<ThreadLine> = wireCodec("thread line", threadLineSchema);
export const threadHit: WireCodec<ThreadHit> = wireCodec("thread hit", threadHitSchema);
export const searchQuery: WireCodec<SearchQuery> = wireCodec(
  "search query",
  record<SearchQuery>({
    pattern: patternSchema,
    scope: z.exactOptional(conversationSchema.nullable()),
    authorId: z.exactOptional(z.string().nullable()),
    before: z.exactOptional(sequenceSchema.nullable()),
    limit: z.exactOptional(countSchema),
  }),
);
