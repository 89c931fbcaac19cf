// Two other designs over the same rows, in the same frame: one snapshot, the same predicate, the same
// hydration, neighbours and audit row. Only how rows are found and ranked differs.

const HITS = 8;
const BEGIN = "begin isolation level repeatable read";

/** The seed's first design: an index on the expression, over messages themselves. */
export const EXPRESSION_INDEX = `
create index messages_words on backread.messages using gin (to_tsvector('english', content))`;
/** The seed's second: a sidecar with the vector stored. */
export const SIDECAR_INDEX = `
create index documents_words on backread.documents using gin (lexemes)`;

const BY_EXPRESSION = `
select m.id from backread.messages m
where m.perspective_id = $1 and to_tsvector('english', m.content) @@ $2::tsquery
  and m.set_id = any($3::int[]) and backread.row_is_live(m)
order by ts_rank_cd(to_tsvector('english', m.content), $2::tsquery) desc, m.sent_at desc
limit ${HITS}`;

const BY_SIDECAR = `
select d.row_id as id from backread.documents d
join backread.messages m on m.perspective_id = d.perspective_id and m.id = d.row_id
where d.perspective_id = $1 and d.lexemes @@ $2::tsquery
  and m.set_id = any($3::int[]) and backread.row_is_live(m)
order by ts_rank_cd(d.lexemes, $2::tsquery) desc, m.sent_at desc
limit ${HITS}`;

const SETS = `
select backread.allowed_sets(row($1, c.connector_id, c.id, 'workspace', '{}'::text[], false, false)
  ::backread.destination) as sets
from backread.conversations c where c.perspective_id = $1 order by c.id limit 1`;

const AROUND = `
with hits as (
  select m.id, m.conversation_id, m.sequence from backread.messages m
  where m.perspective_id = $1 and m.id = any($2::bigint[])
)
select m.* from hits h cross join lateral (
  (select * from backread.messages b where b.perspective_id = $1
     and b.conversation_id = h.conversation_id and b.sequence <= h.sequence
     and b.set_id = any($3::int[]) and backread.row_is_live(b)
   order by b.sequence desc limit 3)
  union all
  (select * from backread.messages a where a.perspective_id = $1
     and a.conversation_id = h.conversation_id and a.sequence > h.sequence
     and a.set_id = any($3::int[]) and backread.row_is_live(a)
   order by a.sequence limit 2)
) m`;

const AUDIT = `
insert into backread.audit (perspective_id, query_digest, filters, destination, outcome, selected,
  degraded, excluded) values ($1, '', '{}', '{}', 'ok', $2::jsonb, '{}', '{}')`;

/** @param {import("pg").Client} client @param {number} perspectiveId */
export function expressionIndex(client, perspectiveId) {
  return (/** @type {string} */ word) => framed({ client, perspectiveId, by: BY_EXPRESSION, word });
}

/** @param {import("pg").Client} client @param {number} perspectiveId */
export function coverDensitySidecar(client, perspectiveId) {
  return (/** @type {string} */ word) => framed({ client, perspectiveId, by: BY_SIDECAR, word });
}

/** @param {{ client: import("pg").Client, perspectiveId: number, by: string, word: string }} search */
async function framed({ client, perspectiveId, by, word }) {
  await client.query(BEGIN);
  const sets = await client.query(SETS, [perspectiveId]);
  const allowed = sets.rows[0].sets;
  const query = await client.query(
    `select string_agg(quote_literal(lexeme), ' | ') as q from unnest(to_tsvector('english', $1))`,
    [word],
  );
  const hits = await client.query(by, [perspectiveId, query.rows[0].q, allowed]);
  const ids = hits.rows.map(({ id }) => id);
  await client.query(AROUND, [perspectiveId, ids, allowed]);
  await client.query(`select backread.lineage_allows($1, $2::bigint[], $3::int[])`, [
    perspectiveId,
    ids,
    allowed,
  ]);
  await client.query(AUDIT, [perspectiveId, JSON.stringify(ids)]);
  await client.query("commit");
  return ids.length;
}
