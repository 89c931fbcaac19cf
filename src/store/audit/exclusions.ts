import { EXCLUSION_CEILING } from "../bounds.js";
import type { BoundSession } from "../scope.js";
import type { ExclusionRule } from "../turn-port.js";
import type { Found } from "../search/request.js";
import { filterSql, isFiltering } from "../view/filters.js";
import { Parameters } from "../view/parameters.js";

export const NOTHING_EXCLUDED: Readonly<Record<ExclusionRule, number>> = Object.freeze({
  already_in_context: 0,
  no_evidence: 0,
  audience: 0,
  lineage: 0,
  below_cutoff: 0,
});

/** Characters of a row without evidence that are parsed to see whether it would have matched. */
const PARSED_CHARS = 4_096;

/**
 * How many matches each rule removed, for the audit alone. Matches by words are counted exactly up
 * to the ceiling; rows that may not be read are never read for literals or expressions.
 */
export async function countExclusions(
  session: BoundSession,
  found: Found,
  selected: number,
): Promise<Readonly<Record<ExclusionRule, number>>> {
  const { pool, leftOut } = found;
  const unborne = pool.candidates.filter(({ verified }) => !verified).length;
  return {
    already_in_context: capped(Math.max(pool.excluded, leftOut.length)),
    no_evidence: await countWithoutEvidence(session, found),
    audience: await countHidden(session, found),
    lineage: capped(unborne),
    below_cutoff: capped(Math.max(pool.matches - unborne - selected, 0)),
  };
}

function capped(count: number): number {
  return Math.min(count, EXCLUSION_CEILING);
}

/** Rows that hold a term and that the audience keeps out; no look is taken where no term has any. */
async function countHidden(
  session: BoundSession,
  { terms, opening, filter }: Found,
): Promise<number> {
  const lexemes = terms.filter(({ hidden }) => hidden).map(({ lexeme }) => lexeme);
  if (lexemes.length === 0) return 0;
  const parameters = new Parameters();
  const perspective = `${parameters.add(session.perspectiveId)}::int`;
  const join = isFiltering(filter)
    ? `join backread.messages m on m.perspective_id = p.perspective_id and m.id = p.row_id
      ${filterSql(parameters, filter, "m")}`
    : "";
  // A row stands once under each term, so this many postings hold enough distinct rows.
  const most = parameters.add(EXCLUSION_CEILING * lexemes.length);
  const [row] = await session.query<{ count: number }>(
    `select count(distinct row_id)::int as count from (
      select p.row_id from backread.postings p ${join}
      where p.perspective_id = ${perspective} and p.lexeme = any(${parameters.add(lexemes)}::text[])
        and not p.set_id = any(${parameters.add(opening.sets)}::int[])
      limit ${most}::int) as hidden`,
    parameters.values,
  );
  return capped(row?.count ?? 0);
}

/** Among the newest rows without evidence, as many as the ceiling, those that hold a term. */
async function countWithoutEvidence(
  session: BoundSession,
  { opening, filter }: Found,
): Promise<number> {
  if (opening.lexemes.length === 0) return 0;
  const parameters = new Parameters();
  const perspective = `${parameters.add(session.perspectiveId)}::int`;
  const ceiling = `${parameters.add(EXCLUSION_CEILING)}::int`;
  const [row] = await session.query<{ count: number }>(
    `select count(*)::int as count from (
      select m.content from backread.messages m
      where m.perspective_id = ${perspective} and m.set_id is null and backread.row_is_live(m)
        ${filterSql(parameters, filter, "m")}
      order by m.id desc limit ${ceiling}) as m,
      (select search_config from backread.perspectives where id = ${perspective}) as p
    where tsvector_to_array(to_tsvector(p.search_config, left(m.content, ${PARSED_CHARS})))
      && ${parameters.add(opening.lexemes)}::text[]`,
    parameters.values,
  );
  return row?.count ?? 0;
}
