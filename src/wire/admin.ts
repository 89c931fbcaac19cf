import { z } from "zod";
import type { AdminReport, AdminResult, DoctorCheck, DoctorReport } from "../model/admin.js";
import { record, wireCodec, type WireCodec } from "./codec.js";
import { countSchema, countsSchema, refSchema } from "./store.js";

const commandSchema = z.enum([
  "backfill-senders",
  "backfill-channels",
  "backfill-actors",
  "backfill-reply-roles",
  "backfill-fact-authors",
  "reattribute-route",
  "normalize-actor-ids",
  "merge-conversations",
  "reindex",
]);

const resultSchema: z.ZodType<AdminResult> = record<AdminResult>({
  conversation: refSchema,
  status: z.enum(["ok", "error"]),
  counts: countsSchema,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export const adminOutput: WireCodec<AdminReport> = wireCodec(
  "output of admin",
  record<AdminReport>({
    command: commandSchema,
    dryRun: z.boolean(),
    complete: z.boolean(),
    conversations: countSchema,
    errors: countSchema,
    totals: countsSchema,
    results: z.array(resultSchema),
    resultsLeftOut: countSchema,
  }),
);

export const doctorOutput: WireCodec<DoctorReport> = wireCodec(
  "output of doctor",
  record<DoctorReport>({
    ok: z.boolean(),
    checks: z.array(
      record<DoctorCheck>({
        name: z.string(),
        state: z.enum(["ok", "warn", "fail"]),
        reason: z.string(),
        advice: z.string().nullable(),
      }),
    ),
  }),
);
