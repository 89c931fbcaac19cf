import { EXCLUSION_CEILING } from "../bounds.js";
import type { StoreHit } from "../port.js";
import type { ExclusionRule } from "../turn-port.js";
import type { Found } from "../search/request.js";
import { filterSql, isFiltering } from "../view/filters.js";
import type { Parameters } from "../view/parameters.js";

export const NOTHING_EXCLUDED: Readonly<Record<ExclusionRule, number>> = Object.freeze({
  already_in_context: 0,
  no_evidence: 0,
  audience: 0,
  lineage: 0,
  below_cutoff: 0,
});

/** Characters of a row without evidence that are parsed to see whether it would have matched. */
const PARSED_CHARS = 4_096;

/** Parts of a score that a row has of its own. */
const MATCHING = ["words", "literal", "semantic"] as const;

/** How many matches each rule removed, as far as the search itself has seen them. */
export function knownExclusions(
  { pool, leftOut }: Found,
  hits: readonly StoreHit[],
): Readonly<Record<ExclusionRule, number>> {
  // A row that is there for standing beside a match is none itself.
  const selected = hits.filter(({ parts }) =>
    MATCHING.some((part) => parts[part] !== undefined),
  ).length;
  const unborne = pool.candidates.filter(({ verified }) => !verified).length;
  return {
    ...NOTHING_EXCLUDED,
    already_in_context: capped(Math.max(pool.excluded, leftOut.length)),
    lineage: capped(unborne),
    below_cutoff: capped(Math.max(pool.matches - unborne - selected, 0)),
  };
}

/**
 * Matches among rows that the search may not read, as `jsonb`, for the audit alone. They are counted
 * by words; rows that may not be read are never read for literals or expressions.
 */
export function countedExclusionsSql(
  parameters: Parameters,
  perspective: string,
  found: Found,
): string {
  return `jsonb_build_object('audience', ${hiddenSql(parameters, perspective, found)},
    'no_evidence', ${withoutEvidenceSql(parameters, perspective, found)})`;
}

function capped(count: number): number {
  return Math.min(count, EXCLUSION_CEILING);
}

/** Rows that hold a term and that the audience keeps out; no look is taken where no term has any. */
function hiddenSql(
  parameters: Parameters,
  perspective: string,
  { terms, opening, filter }: Found,
): string {
  const lexemes = terms.filter(({ hidden }) => hidden).map(({ lexeme }) => lexeme);
  if (lexemes.length === 0) return "0";
  const join = isFiltering(filter)
    ? `join backread.messages m on m.perspective_id = p.perspective_id and m.id = p.row_id
      ${filterSql(parameters, filter, "m")}`
    : "";
  // A row stands once under each term, so this many postings hold enough distinct rows.
  return `(select least(count(distinct row_id), ${EXCLUSION_CEILING}) from (
      select p.row_id from backread.postings p ${join}
      where p.perspective_id = ${perspective} and p.lexeme = any(${parameters.add(lexemes)}::text[])
        and not p.set_id = any(${parameters.add(opening.sets)}::int[])
      limit ${EXCLUSION_CEILING * lexemes.length}) as hidden)`;
}

/** Among the newest rows without evidence, as many as the ceiling, those that hold a term. */
function withoutEvidenceSql(
  parameters: Parameters,
  perspective: string,
  { opening, filter }: Found,
): string {
  if (opening.lexemes.length === 0) return "0";
  return `(select count(*) from (
      select m.content from backread.messages m
      where m.perspective_id = ${perspective} and m.set_id is null and backread.row_is_live(m)
        ${filterSql(parameters, filter, "m")}
      order by m.id desc limit ${EXCLUSION_CEILING}) as m,
      (select search_config from backread.perspectives where id = ${perspective}) as p
    where tsvector_to_array(to_tsvector(p.search_config, left(m.content, ${PARSED_CHARS})))
      && ${parameters.add(opening.lexemes)}::text[])`;
}
