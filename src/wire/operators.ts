import { z } from "zod";
import type { CardStatus, RebuildReport, RebuiltCard } from "../model/card-reports.js";
import type {
  ActorAudit,
  ActorChange,
  ActorLabel,
  ActorPage,
  ActorProfile,
} from "../model/stored.js";
import { record, wireCodec, type WireCodec } from "./codec.js";
import { countSchema, countsSchema, namespaceSchema } from "./store.js";

/** Every card that was asked for. */
export interface CardStatusOutput {
  readonly cards: readonly CardStatus[];
}

export interface ActorAuditOutput {
  readonly entries: readonly ActorAudit[];
}

const outcomeSchema = z.enum([
  "written",
  "partial",
  "clean_empty",
  "clean_empty_filtered",
  "superseded",
  "model_error",
  "invalid_response",
  "rejected_all",
  "admission_error",
  "stale_write",
]);
const instantSchema = z.string().nullable();
const cardName = { actorId: z.string(), audience: countSchema };

export const rebuildCardsOutput: WireCodec<RebuildReport> = wireCodec(
  "output of admin rebuild-actor-cards",
  record<RebuildReport>({
    cards: z.array(
      record<RebuiltCard>({ ...cardName, outcome: outcomeSchema.nullable(), written: countSchema }),
    ),
    left: countSchema,
    dryRun: z.boolean(),
  }),
);

export const cardStatusOutput: WireCodec<CardStatusOutput> = wireCodec(
  "output of admin card-status",
  record<CardStatusOutput>({
    cards: z.array(
      record<CardStatus>({
        ...cardName,
        dirty: z.boolean(),
        invalid: z.boolean(),
        due: z.boolean(),
        outcome: outcomeSchema.nullable(),
        attemptedAt: instantSchema,
        builtAt: instantSchema,
        retryAt: instantSchema,
        failures: countSchema,
        sources: countSchema,
        accepted: countSchema,
        rejected: countsSchema,
        written: countSchema,
      }),
    ),
  }),
);

const seen = { rows: countSchema, firstSeen: instantSchema, lastSeen: instantSchema };

export const actorsOutput: WireCodec<ActorPage> = wireCodec(
  "output of admin actors",
  record<ActorPage>({
    actors: z.array(
      record<ActorProfile>({
        ...seen,
        actorId: z.string(),
        namespace: namespaceSchema,
        id: z.string(),
        labels: z.array(record<ActorLabel>({ ...seen, label: z.string() })),
        mergedInto: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
);

export const actorChangeOutput: WireCodec<ActorChange> = wireCodec(
  "output of admin merge-actors and split-actor",
  record<ActorChange>({
    changed: countSchema,
    actor: z.string(),
    into: z.string().nullable(),
    group: z.array(z.string()),
    dryRun: z.boolean(),
  }),
);

export const actorAuditOutput: WireCodec<ActorAuditOutput> = wireCodec(
  "output of admin actor-audit",
  record<ActorAuditOutput>({
    entries: z.array(
      record<ActorAudit>({
        at: z.string(),
        action: z.enum(["merge", "split", "forget"]),
        operator: z.string(),
        reason: z.string(),
        actor: z.string().nullable(),
        into: z.string().nullable(),
      }),
    ),
  }),
);
