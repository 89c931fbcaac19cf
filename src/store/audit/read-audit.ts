import { InvalidArgumentError } from "../../model/errors.js";
import { reading, type Scope } from "../scope.js";
import type { SearchAudit } from "../turn-port.js";
import { instantSql, shortInstant } from "../view/instant.js";

/** Audit rows of one reading, unless the caller says fewer. */
export const MAX_AUDIT_ROWS = 1_000;

interface AuditRecord {
  readonly audit_id: string;
  readonly at: string;
  readonly turn_id: string | null;
  readonly run_id: string | null;
  readonly tool_call_id: string | null;
  readonly query_digest: string;
  readonly filters: unknown;
  readonly destination: unknown;
  readonly outcome: SearchAudit["outcome"];
  readonly selected: SearchAudit["selected"];
  readonly degraded: readonly string[];
  readonly excluded: SearchAudit["excluded"];
}

const READ = `
select audit_id::text as audit_id, ${instantSql("at")} as at, turn_id, run_id, tool_call_id,
  query_digest, filters, destination, outcome, selected, degraded, excluded
from backread.audit
where perspective_id = $1 and ($2::text is null or turn_id = $2)
order by audit.at desc, audit_id limit $3`;

/** Audit rows, newest first, for operators: no view and no tool reads them. */
export async function readAudit(
  scope: Scope,
  options: { readonly limit?: number; readonly turnId?: string } = {},
): Promise<readonly SearchAudit[]> {
  const { limit = MAX_AUDIT_ROWS, turnId } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_AUDIT_ROWS)
    throw InvalidArgumentError.of("limit", `must be a whole number from 1 to ${MAX_AUDIT_ROWS}`);
  const values = [scope.perspectiveId, turnId ?? null, limit];
  const records = await reading(scope, (session) => session.query<AuditRecord>(READ, values));
  return records.map((record) => toAudit(record));
}

function toAudit(record: AuditRecord): SearchAudit {
  return Object.freeze({
    auditId: record.audit_id,
    at: shortInstant(record.at),
    turnId: record.turn_id,
    runId: record.run_id,
    toolCallId: record.tool_call_id,
    queryDigest: record.query_digest,
    filters: record.filters,
    destination: record.destination,
    outcome: record.outcome,
    selected: record.selected,
    degraded: record.degraded,
    excluded: record.excluded,
  });
}
