import { MAX_AUDIT_ROWS } from "../bounds.js";
import { checkCount } from "../check-count.js";
import { reading, type Scope } from "../scope.js";
import type { SearchAudit } from "../turn-port.js";

export interface AuditQuery {
  readonly limit?: number;
  readonly turnId?: string;
}

const READ = `
select audit_id::text as "auditId", turn_id as "turnId", run_id as "runId",
  tool_call_id as "toolCallId", query_digest as "queryDigest", filters, destination, outcome,
  selected, degraded, excluded, at
from backread.audit
where perspective_id = $1 and ($2::text is null or turn_id = $2)
order by audit.at desc, audit_id limit $3`;

/** What was searched, newest first: for operators, and for no tool. */
export async function readAudit(
  scope: Scope,
  options: AuditQuery = {},
): Promise<readonly SearchAudit[]> {
  const { limit = MAX_AUDIT_ROWS, turnId = null } = options;
  checkCount("limit", limit);
  return reading(scope, (session) =>
    session.query<SearchAudit>(READ, [
      session.perspectiveId,
      turnId,
      Math.min(limit, MAX_AUDIT_ROWS),
    ]),
  );
}
