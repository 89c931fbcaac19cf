import type { BoundSession } from "../../scope.js";
import { EligibleSql, newestFirst } from "../../view/eligible.js";
import { filterSql, type RowFilter } from "../../view/filters.js";
import { Parameters } from "../../view/parameters.js";
import { ROW_PLACES } from "../../view/stored-row.js";
import { scopeSql, targetSql, type SpeakerFilter } from "./speaker-sql.js";

/** What makes a text a match. */
export interface Matching {
  readonly lexemes: readonly string[];
  /** Looked up by trigrams. */
  readonly literals: readonly string[];
  /** Looked for by reading. */
  readonly walked: readonly string[];
}

/** The row `s` that a verified quote of `m` is of, where it may be shown. */
export function sourceSql(sql: EligibleSql): string {
  return `join backread.messages s on s.perspective_id = m.perspective_id and s.id = m.quoted_row
    and m.quoted_row is not null and m.quoted <> '' and m.quoted_set_id = any(${sql.sets}) and ${sql.verified("s")}`;
}

/** What `m` quotes matches, whatever its writer says besides. */
export function quoteMatchesSql(
  parameters: Parameters,
  sql: EligibleSql,
  { lexemes, literals, walked }: Matching,
): string {
  const config = `(select search_config from backread.perspectives where id = ${sql.perspective})`;
  return `(tsvector_to_array(to_tsvector(${config}, left(m.quoted, ${QUOTED_CHARS})))
      && ${parameters.add(lexemes)}::text[]
    or exists (select from unnest(${parameters.add([...literals, ...walked])}::text[]) t
      where strpos(lower(m.quoted), lower(t)) > 0))`;
}

/** Characters of a quote that are parsed. */
const QUOTED_CHARS = 16_384;

export interface StatementsRequest {
  readonly sets: readonly number[];
  readonly filter: RowFilter;
  readonly excluded: readonly number[];
  readonly limit: number;
}

/** A row that says the target's words: its own, or, with a source, those that it quotes. */
export interface Statement {
  readonly id: number;
  readonly source: number | null;
}

/** Rows that quote the target's words, where these match, newest first. */
export async function rowsQuoting(
  session: BoundSession,
  speaker: SpeakerFilter,
  request: StatementsRequest & { readonly matching: Matching },
): Promise<readonly Statement[]> {
  const { parameters, sql } = begun(session, request);
  return session.query<Statement>(
    `select m.id, s.id as source from backread.messages m ${ROW_PLACES} ${sourceSql(sql)}
    where ${restSql(parameters, sql, speaker, request)}
      and ${targetSql(parameters, speaker.target, "s")}
      and ${quoteMatchesSql(parameters, sql, request.matching)}
    order by ${newestFirst("m", "v", "n")} limit ${parameters.add(request.limit)}::int`,
    parameters.values,
  );
}

/** The newest statements of the target, whatever they are about. */
export async function newestStatements(
  session: BoundSession,
  speaker: SpeakerFilter,
  request: StatementsRequest,
): Promise<readonly Statement[]> {
  const { parameters, sql } = begun(session, request);
  const his = targetSql(parameters, speaker.target, "m");
  return session.query<Statement>(
    `select m.id, case when not ${his} then s.id end as source
    from backread.messages m ${ROW_PLACES} left ${sourceSql(sql)}
    where ${restSql(parameters, sql, speaker, request)}
      and (${his} and m.content <> '' or ${targetSql(parameters, speaker.target, "s")})
    order by ${newestFirst("m", "v", "n")} limit ${parameters.add(request.limit)}::int`,
    parameters.values,
  );
}

function begun(
  { perspectiveId }: BoundSession,
  { sets }: StatementsRequest,
): { readonly parameters: Parameters; readonly sql: EligibleSql } {
  const parameters = new Parameters();
  return { parameters, sql: new EligibleSql(parameters, { perspectiveId, sets }) };
}

function restSql(
  parameters: Parameters,
  sql: EligibleSql,
  { scope }: SpeakerFilter,
  { filter, excluded }: StatementsRequest,
): string {
  return `${sql.verified("m")}${filterSql(parameters, filter, "m")}
      and ${scopeSql(parameters, scope, "m")}
      and m.id <> all(${parameters.add(excluded)}::bigint[])`;
}
