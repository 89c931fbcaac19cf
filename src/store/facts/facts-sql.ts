import { scopeSql, targetSql, type SpeakerFilter } from "../search/speaker/speaker-sql.js";
import type { EligibleSql } from "../view/eligible.js";
import { accountsSql, filterSql, type RowFilter } from "../view/filters.js";
import { instantSql } from "../view/instant.js";
import type { Parameters } from "../view/parameters.js";

/** What facts are asked for, its names looked up. */
export interface FactsAsked {
  readonly filter: RowFilter;
  readonly speaker: SpeakerFilter | null;
  /** Null where facts are not looked for by words. */
  readonly words: string | null;
  readonly limit: number;
  /** Whether the answer tells whose words each fact is. */
  readonly named: boolean;
}

/**
 * A fact is there where the row that it was read in is, and the row whose words it is, by the
 * predicate of rows as they are now; its own set can only narrow that. Who says it is asked of the
 * row, and everything that filters does so before any limit, so that the counts have none. A hint
 * has no part in what is found: it orders, among those found, what matches alike.
 */
export function factsSql(parameters: Parameters, sql: EligibleSql, asked: FactsAsked): string {
  const { filter, speaker, words, named } = asked;
  const strict = filter.own || filter.accounts !== null || speaker?.only === true;
  const within = speaker?.only === true ? ` and ${scopeSql(parameters, speaker.scope, "m")}` : "";
  return `
with ${words === null ? "" : `${wordsSql(parameters, sql, words)}, `}shown as materialized (
  select f.perspective_id, f.fact_id, f.content, f.role, f.created_at, m.id as row_id, s.id as source_row,
    m.lineage as row_lineage, s.lineage as source_lineage, m.message_id as read_in, s.message_id,
    s.sent_at, s.author_id, s.author_label, f.author_actor_id, f.author_actor_id <> '' as known,
    ${targetSql(parameters, "own", "s")} as own, ${theirsSql(parameters, asked)} as asked_for,
    ${words === null ? "0" : "r.score"} as score
  from backread.facts f
  join backread.messages m on m.perspective_id = f.perspective_id and m.id = f.row_id
  join backread.messages s on s.perspective_id = f.perspective_id and s.id = f.source_row
  ${words === null ? "" : SCORED}
  where f.perspective_id = ${sql.perspective} and f.set_id = any(${sql.sets})
    and ${sql.row("m")} and ${sql.row("s")} and (s.id = m.id or s.id = m.quoted_row)
    and f.author_actor_id in ('', s.actor_id)${within}${placeSql(parameters, filter)}
    ${words === null ? "" : "and r.score > 0"}
), borne as materialized (
  select id from backread.lineage_allows(${sql.perspective}, (
    select array_agg(distinct id) from (
      select row_id as id from shown where row_lineage = 'known' union
      select source_row from shown where source_lineage = 'known') r), ${sql.sets}) as id
), facts as materialized (
  select * from shown where (row_lineage <> 'known' or row_id in (select id from borne))
    and (source_lineage <> 'known' or source_row in (select id from borne))
), counts as (
  select (count(*) filter (where asked_for))::int as author,
    (count(*) filter (where known and not asked_for))::int as other,
    (count(*) filter (where not known and not asked_for))::int as unknown,
    (count(*) filter (where own and not known and not asked_for))::int as agent
  from facts
), page as (
  select * from facts ${strict ? "where asked_for" : ""}
  order by score desc, sent_at desc nulls last, created_at desc, fact_id
  limit ${parameters.add(asked.limit)}::int
)
select c.*, p.fact_id::text, p.content, p.role, p.known, p.own, ${named ? NAMED : "null"} as author_actors, p.author_id,
  p.author_label, p.message_id::text, p.read_in::text, ${instantSql("p.sent_at")} as said_at,
  ${instantSql("p.created_at")} as created_at
from counts c left join page p on true
order by p.score desc, p.asked_for desc, p.sent_at desc nulls last, p.created_at desc, p.fact_id`;
}

/** All that count as one with the author; of the page alone. */
const NAMED = "backread.actors_of(p.perspective_id, p.author_actor_id)";

/** Facts of whoever is asked for; none where nobody is. A filter is not widened by a hint. */
function theirsSql(parameters: Parameters, { filter, speaker }: FactsAsked): string {
  const human = "f.author_actor_id <> ''";
  const parts: string[] = [];
  if (filter.own) parts.push(targetSql(parameters, "own", "s"));
  if (filter.accounts !== null)
    parts.push(`(${human} and ${accountsSql(parameters, filter.accounts, "s", filter.actors)})`);
  if (speaker !== null && (speaker.only || parts.length === 0)) {
    const { target, scope } = speaker;
    if (target !== "own") parts.push(human);
    parts.push(targetSql(parameters, target, "s"), scopeSql(parameters, scope, "m"));
  }
  return parts.length === 0 ? "false" : `(${parts.join(" and ")})`;
}

/** When and where the words were said. */
function placeSql(parameters: Parameters, filter: RowFilter): string {
  return filterSql(
    parameters,
    { ...filter, impossible: false, accounts: null, actors: [], own: false },
    "s",
  );
}

/** What is looked for: lexemes in the perspective's language, and the text as it stands. */
function wordsSql(parameters: Parameters, { perspective }: EligibleSql, words: string): string {
  const text = `${parameters.add(words)}::text`;
  return `words as materialized (
  select lower(${text}) as text,
    tsvector_to_array(to_tsvector(p.search_config, ${text})) as lexemes
  from backread.perspectives p where p.id = ${perspective})`;
}

/**
 * A whole number: of the lexemes that a fact holds, and one more where it holds the text. The offset
 * keeps it from being reckoned once to choose by and once more to order by.
 */
const SCORED = `cross join words w cross join lateral (
    select (select count(*) from unnest(f.lexemes) as l
      where l = any(w.lexemes))::int + (strpos(lower(f.content), w.text) > 0)::int as score
    offset 0) r`;
