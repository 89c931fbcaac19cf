import { z } from "zod";
import type {
  DeleteReport,
  ExclusionRule,
  LinkStart,
  SearchAudit,
  StoreAnswer,
  StoredRow,
  StoreHit,
  StoreStats,
} from "../model/stored.js";
import type { ConversationRef, Namespace } from "../model/conversation-ref.js";
import { record, wireCodec, type WireCodec } from "./codec.js";
import { authorSchema, coverageSchema, sequenceSchema } from "./message.js";

/** What `import` did. */
export interface ImportOutput {
  readonly connector: Namespace;
  readonly stored: number;
  readonly repeated: number;
  readonly withoutEvidence: number;
  readonly clipped: number;
  /** Counts by code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly issues: number;
  /** Of the issues, those about rows that were not taken. */
  readonly lost: number;
}

export interface AuditOutput {
  readonly searches: readonly SearchAudit[];
}

/** What `maintain` did. */
export interface MaintainOutput {
  /** Nothing is due any more. */
  readonly complete: boolean;
  /** Pieces of work by name, as `facts.read`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Why a part of the work ended early, by its name. */
  readonly failures: Readonly<Record<string, string>>;
}

export interface UnlinkOutput {
  readonly revoked: number;
}

export const countSchema: z.ZodType<number> = z.int().min(0);
export const countsSchema: z.ZodType<Record<string, number>> = z.record(z.string(), countSchema);
const partsSchema: z.ZodType<Record<string, number>> = z.record(z.string(), z.int());
const laneSchema = z.enum(["words", "literal", "recent", "expression", "semantic"]);
export const namespaceSchema: z.ZodType<Namespace> = z.object({
  type: z.string(),
  name: z.string(),
});

export const refSchema: z.ZodType<ConversationRef> = record<ConversationRef>({
  connector: namespaceSchema,
  kind: z.enum(["dm", "group_dm", "group", "channel", "guild"]),
  id: z.string(),
});

const rowFields = {
  messageId: z.string(),
  sequence: sequenceSchema,
  conversation: z.string(),
  ref: refSchema,
  room: z.string(),
  channel: z.object({ id: z.string(), label: z.string() }).nullable(),
  author: authorSchema,
  content: z.string(),
  quoted: z.string().nullable(),
  at: z.string().nullable(),
  sentAt: z.string().nullable(),
  edited: z.boolean(),
};
const rowSchema: z.ZodType<StoredRow> = record<StoredRow>(rowFields);
const hitSchema: z.ZodType<StoreHit> = record<StoreHit>({
  ...rowFields,
  lanes: z.array(laneSchema),
  score: z.int(),
  parts: partsSchema,
  before: z.array(rowSchema),
  after: z.array(rowSchema),
});

const auditSchema: z.ZodType<SearchAudit> = record<SearchAudit>({
  auditId: z.string(),
  at: z.string(),
  turnId: z.string().nullable(),
  runId: z.string().nullable(),
  toolCallId: z.string().nullable(),
  queryDigest: z.string(),
  filters: z.unknown(),
  destination: z.unknown(),
  outcome: z.enum(["ok", "nothing_found", "failed", "timed_out", "search_budget_exhausted"]),
  selected: z.array(
    record<SearchAudit["selected"][number]>({ messageId: z.string(), parts: partsSchema }),
  ),
  degraded: z.array(z.string()),
  excluded: z.object({
    already_in_context: countSchema,
    no_evidence: countSchema,
    audience: countSchema,
    lineage: countSchema,
    below_cutoff: countSchema,
  } satisfies Record<ExclusionRule, typeof countSchema>),
});

export const storeSearchOutput: WireCodec<StoreAnswer> = wireCodec(
  "output of search --viewing",
  record<StoreAnswer>({
    status: z.enum(["ok", "nothing_found", "search_budget_exhausted"]),
    hits: z.array(hitSchema),
    lanes: z.array(z.object({ lane: laneSchema, why: z.string() })),
    coverage: coverageSchema,
    reason: z.string().nullable(),
    degraded: z.array(z.string()),
  }),
);
export const statsOutput: WireCodec<StoreStats> = wireCodec(
  "output of stats",
  record<StoreStats>({
    connectors: countSchema,
    conversations: countSchema,
    messages: countSchema,
    deleted: countSchema,
    withoutEvidence: countSchema,
    searchable: countSchema,
    turns: countSchema,
    searches: countSchema,
  }),
);
export const auditOutput: WireCodec<AuditOutput> = wireCodec(
  "output of audit",
  record<AuditOutput>({ searches: z.array(auditSchema) }),
);
export const deleteOutput: WireCodec<DeleteReport> = wireCodec(
  "output of delete",
  record<DeleteReport>({ deleted: countSchema, withdrawn: countSchema }),
);
export const linkOutput: WireCodec<LinkStart> = wireCodec(
  "output of link",
  record<LinkStart>({ codes: z.tuple([z.string(), z.string()]), expiresAt: z.string() }),
);
export const unlinkOutput: WireCodec<UnlinkOutput> = wireCodec(
  "output of unlink",
  record<UnlinkOutput>({ revoked: countSchema }),
);
export const maintainOutput: WireCodec<MaintainOutput> = wireCodec(
  "output of maintain",
  record<MaintainOutput>({
    complete: z.boolean(),
    counts: countsSchema,
    failures: z.record(z.string(), z.string()),
  }),
);
export const importOutput: WireCodec<ImportOutput> = wireCodec(
  "output of import",
  record<ImportOutput>({
    connector: namespaceSchema,
    stored: countSchema,
    repeated: countSchema,
    withoutEvidence: countSchema,
    clipped: countSchema,
    refused: countsSchema,
    issues: countSchema,
    lost: countSchema,
  }),
);
