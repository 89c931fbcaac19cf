import { SEARCH_SCAN } from "../../model/bounds.js";
import { LITERAL_POOL } from "../bounds.js";
import type { BoundSession } from "../scope.js";
import { borneOut } from "../view/borne-out.js";
import { EligibleSql, newestFirst } from "../view/eligible.js";
import { filterSql, isFiltering, type RowFilter } from "../view/filters.js";
import { Parameters } from "../view/parameters.js";
import { ROW_PLACES } from "../view/stored-row.js";

export interface LookRequest {
  readonly sets: readonly number[];
  readonly filter: RowFilter;
}

/**
 * The newest `LITERAL_POOL` eligible rows whose text holds a literal, and those given besides. A
 * filter is applied before that bound, so it starves no row that passes.
 */
export async function rowsHolding(
  session: BoundSession,
  literals: readonly string[],
  { sets, filter }: LookRequest,
  besides: number,
): Promise<readonly number[]> {
  if (literals.length === 0) return [];
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const most = LITERAL_POOL + besides;
  const each = `${parameters.add(isFiltering(filter) ? EVERY_ROW : most)}::int`;
  const rows = await session.query<{ id: number }>(
    `select m.id from (
      select distinct l.id from unnest(${parameters.add(literals)}::text[]) as t(literal),
        backread.literal_rows(${sql.perspective}, ${sql.sets}, t.literal, ${each}) as l(id)) l
    join backread.messages m on m.id = l.id ${ROW_PLACES}
    where ${sql.row("m")}${filterSql(parameters, filter, "m")}
    order by ${newestFirst("m", "v", "n")} limit ${parameters.add(most)}::int`,
    parameters.values,
  );
  return rows.map(({ id }) => id);
}

/** A limit that is none. */
export const EVERY_ROW: number = 2 ** 31 - 1;

/** A row that the walk met. */
export interface WalkedRow {
  readonly id: number;
  readonly lineage: string;
  readonly content: string;
}

/** The newest `SEARCH_SCAN` eligible rows that the filter leaves, newest first. */
export async function newestRows(
  session: BoundSession,
  { sets, filter }: LookRequest,
): Promise<readonly WalkedRow[]> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const rows = await session.query<WalkedRow>(
    `select m.id, m.lineage, m.content from backread.messages m ${ROW_PLACES}
    where ${sql.row("m")}${filterSql(parameters, filter, "m")}
    order by ${newestFirst("m", "v", "n")} limit ${parameters.add(SEARCH_SCAN)}::int`,
    parameters.values,
  );
  return borneOut(session, sets, rows);
}
