import type { Fact, FactAnswer } from "../../model/stored.js";
import { DEFAULT_FACTS, MAX_FACTS } from "../bounds.js";
import { checkCount } from "../check-count.js";
import type { FactOptions } from "../port.js";
import { reading, type Scope } from "../scope.js";
import { readRights, type Binding } from "../view/binding.js";
import { EligibleSql } from "../view/eligible.js";
import { accountsSql, checkFilters, resolveFilters, type RowFilter } from "../view/filters.js";
import { instantSql, shortInstant } from "../view/instant.js";
import { Parameters } from "../view/parameters.js";

/** Facts, and the message ids of the rows that each stands on. */
export interface SourcedFacts {
  readonly answer: FactAnswer;
  readonly sources: readonly (readonly string[])[];
}

/** See `View.facts`. */
export async function queryFacts(
  scope: Scope,
  binding: Binding,
  { actor, limit = DEFAULT_FACTS }: FactOptions = {},
): Promise<SourcedFacts> {
  checkCount("limit", limit, { most: MAX_FACTS });
  const filters = actor === undefined ? {} : { actor };
  checkFilters(filters);
  return reading(scope, async (session) => {
    const { sets, merged } = await readRights(session, binding);
    const filter = await resolveFilters(session, binding, filters, merged);
    const parameters = new Parameters();
    const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
    const text = querySql(parameters, sql, { filter, asked: actor !== undefined, limit });
    return toAnswer(await session.query<FactRecord>(text, parameters.values));
  });
}

interface FactRecord {
  readonly author: number;
  readonly other: number;
  readonly unknown: number;
  /** Null where no fact is given, and the counts alone are. */
  readonly fact_id: string | null;
  readonly content: string;
  readonly role: Fact["role"];
  readonly known: boolean;
  readonly author_id: string;
  readonly author_label: string;
  readonly message_id: string;
  readonly read_in: string;
  readonly created_at: string;
}

/**
 * A fact is there where the row that it was read in is, and the row whose words it is, by the
 * predicate of rows as they are now; its own set can only narrow that. Who says it is asked of the
 * row, and counted before any limit.
 */
function querySql(
  parameters: Parameters,
  sql: EligibleSql,
  { filter, asked, limit }: { filter: RowFilter; asked: boolean; limit: number },
): string {
  const { accounts, actors } = filter;
  const theirs = accounts === null ? "false" : accountsSql(parameters, accounts, "s", actors);
  return `
with shown as materialized (
  select f.fact_id, f.content, f.role, f.created_at, m.id as row_id, s.id as source_row,
    m.lineage as row_lineage, s.lineage as source_lineage, m.message_id as read_in, s.message_id,
    s.sent_at, s.author_id, s.author_label, f.author_actor_id <> '' as known,
    f.author_actor_id <> '' and ${theirs} as asked_for
  from backread.facts f
  join backread.messages m on m.perspective_id = f.perspective_id and m.id = f.row_id
  join backread.messages s on s.perspective_id = f.perspective_id and s.id = f.source_row
  where f.perspective_id = ${sql.perspective} and f.set_id = any(${sql.sets})
    and ${sql.row("m")} and ${sql.row("s")} and (s.id = m.id or s.id = m.quoted_row)
    and f.author_actor_id in ('', s.actor_id)
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
    (count(*) filter (where not known))::int as unknown
  from facts
), page as (
  select * from facts ${asked ? "where asked_for" : ""}
  order by sent_at desc nulls last, created_at desc, fact_id limit ${parameters.add(limit)}::int
)
select c.*, p.fact_id::text, p.content, p.role, p.known, p.author_id, p.author_label,
  p.message_id::text, p.read_in::text, ${instantSql("p.created_at")} as created_at
from counts c left join page p on true
order by p.sent_at desc nulls last, p.created_at desc, p.fact_id`;
}

function toAnswer(records: readonly FactRecord[]): SourcedFacts {
  const { author = 0, other = 0, unknown = 0 } = records[0] ?? {};
  const found = records.filter(({ fact_id }) => fact_id !== null);
  return {
    answer: {
      facts: found.map((record) => toFact(record)),
      counts: Object.freeze({ author, other, unknown }),
    },
    sources: found.map(({ message_id, read_in }) => [...new Set([message_id, read_in])]),
  };
}

function toFact(record: FactRecord): Fact {
  const { fact_id, content, role, known, author_id, author_label } = record;
  return Object.freeze({
    factId: fact_id ?? "",
    text: content,
    role,
    author: known ? { id: author_id, label: author_label } : null,
    messageId: record.message_id,
    createdAt: shortInstant(record.created_at),
  });
}
