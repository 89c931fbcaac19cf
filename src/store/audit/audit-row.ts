import type { SqlValue } from "../database.js";
import type { BoundSession } from "../scope.js";
import type { SearchRequest } from "../search/request.js";
import type { SearchAudit } from "../turn-port.js";
import type { Binding } from "../view/binding.js";

/** What of a search is written down, whatever came of it. */
export interface AuditRow {
  readonly digest: string;
  readonly request: SearchRequest;
  readonly outcome: SearchAudit["outcome"];
  readonly selected: SearchAudit["selected"];
  readonly degraded: readonly string[];
  readonly excluded: SearchAudit["excluded"];
}

const INSERT = `
insert into backread.audit (perspective_id, turn_id, run_id, tool_call_id, query_digest, filters,
  destination, outcome, selected, degraded, excluded)
values ($1, $2, $3, $4, $5, $6::text::jsonb, $7::text::jsonb, $8, $9::text::jsonb, $10::text[],
  $11::text::jsonb)`;

export async function insertAudit(
  session: BoundSession,
  binding: Binding,
  row: AuditRow,
): Promise<void> {
  const { request } = row;
  const values: SqlValue[] = [
    session.perspectiveId,
    request.turnId ?? null,
    request.runId ?? null,
    request.toolCallId ?? null,
    row.digest,
    JSON.stringify(request.filters ?? {}),
    JSON.stringify(binding.options.destination),
    row.outcome,
    JSON.stringify(row.selected),
    row.degraded,
    JSON.stringify(row.excluded),
  ];
  await session.query(INSERT, values);
}
