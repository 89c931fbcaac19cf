import { SEARCH_SCAN } from "../../model/bounds.js";
import { LITERAL_POOL } from "../bounds.js";
import type { BoundSession } from "../scope.js";
import { EligibleSql, newestFirst } from "../view/eligible.js";
import { filterSql, type RowFilter } from "../view/filters.js";
import { Parameters } from "../view/parameters.js";
import { ROW_PLACES } from "../view/stored-row.js";

export interface LookRequest {
  readonly sets: readonly number[];
  readonly filter: RowFilter;
}

/** The newest `LITERAL_POOL` eligible rows whose text holds a literal, those given besides. */
export async function rowsHolding(
  session: BoundSession,
  literals: readonly string[],
  { sets, filter }: LookRequest,
  besides: number,
): Promise<readonly number[]> {
  if (literals.length === 0) return [];
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const holds = literals.map(
    (literal) => `d.literal like ${parameters.add(`%${escapeLike(literal)}%`)}`,
  );
  const rows = await session.query<{ id: number }>(
    `select m.id from backread.documents d
    join backread.messages m on m.perspective_id = d.perspective_id and m.id = d.row_id ${ROW_PLACES}
    where d.perspective_id = ${sql.perspective} and d.set_id = any(${sql.sets})
      and (${holds.join(" or ")}) and ${sql.row("m")}${filterSql(parameters, filter, "m")}
    order by ${newestFirst("m", "v", "n")} limit ${parameters.add(LITERAL_POOL + besides)}::int`,
    parameters.values,
  );
  return rows.map(({ id }) => id);
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

/** A row that the walk met. */
export interface WalkedRow {
  readonly id: number;
  readonly content: string;
}

/** The newest `SEARCH_SCAN` eligible rows that the filter leaves, newest first. */
export async function newestRows(
  session: BoundSession,
  { sets, filter }: LookRequest,
): Promise<readonly WalkedRow[]> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  return session.query<WalkedRow>(
    `select m.id, m.content from backread.messages m ${ROW_PLACES}
    where ${sql.verified("m")}${filterSql(parameters, filter, "m")}
    order by ${newestFirst("m", "v", "n")} limit ${parameters.add(SEARCH_SCAN)}::int`,
    parameters.values,
  );
}
