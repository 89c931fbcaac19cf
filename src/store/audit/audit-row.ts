import type { BoundSession } from "../scope.js";
import type { SearchRequest } from "../search/request.js";
import { storable } from "../text.js";
import type { SearchAudit } from "../turn-port.js";
import type { Binding } from "../view/binding.js";
import { Parameters } from "../view/parameters.js";

/** What of a search is written down, whatever came of it. */
export interface AuditRow {
  readonly digest: string;
  readonly request: SearchRequest;
  readonly outcome: SearchAudit["outcome"];
  readonly selected: SearchAudit["selected"];
  readonly degraded: readonly string[];
  readonly excluded: SearchAudit["excluded"];
  /** SQL of counts that only the database can know; they stand in place of those of `excluded`. */
  readonly counted?: (parameters: Parameters, perspective: string) => string;
}

export async function insertAudit(
  session: BoundSession,
  binding: Binding,
  row: AuditRow,
): Promise<void> {
  const { request, counted } = row;
  const parameters = new Parameters();
  const json = (value: unknown): string => `${parameters.add(storableJson(value))}::text::jsonb`;
  const text = (value: string | undefined): string => `${parameters.add(value ?? null)}::text`;
  const perspective = `${parameters.add(session.perspectiveId)}::int`;
  const values = [
    perspective,
    text(request.turnId),
    text(request.runId),
    text(request.toolCallId),
    text(row.digest),
    json(narrowed(request)),
    json(binding.options.destination),
    text(row.outcome),
    json(row.selected),
    `${parameters.add(row.degraded)}::text[]`,
    json(row.excluded) + (counted === undefined ? "" : ` || ${counted(parameters, perspective)}`),
  ];
  await session.query(
    `insert into backread.audit (perspective_id, turn_id, run_id, tool_call_id, query_digest,
      filters, destination, outcome, selected, degraded, excluded)
    select ${values.join(", ")}`,
    parameters.values,
  );
}

/** A name that nothing can have narrows to nothing, and that is no reason why a search fails. */
function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "string" ? storable(each) : each,
  );
}

/** What narrowed and what conditioned a search. Of a speaker it is said how he was chosen, not who. */
function narrowed({ filters = {}, speaker }: SearchRequest): object {
  if (speaker === undefined) return filters;
  const { who, only, scope, source = null } = speaker;
  return {
    ...filters,
    speaker: { who: typeof who === "string" ? who : "handle", only, scope, source },
  };
}
