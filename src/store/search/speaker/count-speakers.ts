import type { SpeakerCounts } from "../../../model/stored.js";
import type { BoundSession } from "../../scope.js";
import { EligibleSql } from "../../view/eligible.js";
import { filterSql, type RowFilter } from "../../view/filters.js";
import { Parameters } from "../../view/parameters.js";
import { EVERY_ROW } from "../find-literals.js";
import { quoteMatchesSql, sourceSql, type Matching } from "./quotes.js";
import { scopeSql, targetSql, type SpeakerFilter } from "./speaker-sql.js";

export interface CountRequest extends Matching {
  readonly sets: readonly number[];
  /** Everything but the speaker. */
  readonly filter: RowFilter;
  readonly excluded: readonly number[];
  /** Rows that a walk or another lane found. */
  readonly found: readonly number[];
}

/**
 * Every eligible match of the scope, once for what it says and once for what it quotes, by who said
 * it. The three are disjoint and no limit has a part in them.
 */
export async function countSpeakers(
  session: BoundSession,
  speaker: SpeakerFilter,
  request: CountRequest,
): Promise<SpeakerCounts> {
  const parameters = new Parameters();
  const { perspectiveId } = session;
  const sql = new EligibleSql(parameters, { perspectiveId, sets: request.sets });
  const rest = `${filterSql(parameters, request.filter, "m")}
    and ${scopeSql(parameters, speaker.scope, "m")}
    and m.id <> all(${parameters.add(request.excluded)}::bigint[])`;
  const [row] = await session.query<{ matching: number; other: number; unknown: number }>(
    `with matched as materialized (${matchedSql(parameters, sql, request)}),
    said as materialized (
      select m.id, m.lineage, ${targetSql(parameters, speaker.target, "m")} as his,
        ${UNKNOWN("m")} as unknown
      from matched x join backread.messages m on m.perspective_id = ${sql.perspective} and m.id = x.id
      where ${sql.row("m")}${rest}
      union all
      select m.id, m.lineage, ${targetSql(parameters, speaker.target, "s")}, ${UNKNOWN("s")}
      from backread.messages m ${sourceSql(sql)}
      where ${sql.row("m")}${rest} and ${quoteMatchesSql(parameters, sql, request)}),
    borne as (select b as id from backread.lineage_allows(${sql.perspective},
      (select array_agg(distinct id) from said where lineage = 'known'), ${sql.sets}) b)
    select count(*) filter (where his) as matching,
      count(*) filter (where not his and not unknown) as other,
      count(*) filter (where not his and unknown) as unknown
    from said where lineage <> 'known' or id in (select id from borne)`,
    parameters.values,
  );
  const { matching = 0, other = 0, unknown = 0 } = row ?? {};
  return { matching, otherSpeakers: other, unknownSpeaker: unknown };
}

/** Nobody's words, as far as is recorded; the agent's own are its own. */
const UNKNOWN = (alias: string): string =>
  `(${alias}.actor_id = '' and not (${alias}.author_type = 'agent' and ${alias}.lineage <> 'none'))`;

function matchedSql(
  parameters: Parameters,
  sql: EligibleSql,
  { lexemes, literals, found }: CountRequest,
): string {
  const each = `${parameters.add(EVERY_ROW)}::int`;
  return `select p.row_id as id from backread.postings p
      where p.perspective_id = ${sql.perspective} and p.set_id = any(${sql.sets})
        and p.lexeme = any(${parameters.add(lexemes)}::text[])
    union select l.id from unnest(${parameters.add(literals)}::text[]) as t(literal),
      backread.literal_rows(${sql.perspective}, ${sql.sets}, t.literal, ${each}) as l(id)
    union select unnest(${parameters.add(found)}::bigint[])`;
}
