import type { IndexStatus } from "./ingest-port.js";
import type { BoundSession } from "./scope.js";
import { indexedText } from "./text.js";

/** A row that somebody may read. Rows without evidence are never indexed. */
export interface IndexableRow {
  readonly rowId: number;
  readonly setId: number;
  /** As it is stored. */
  readonly content: string;
}

// Each text is parsed once: `materialized` keeps the planner from parsing it where it counts. Postings
// go in by lexeme, as their index has them: side by side, not all over it.
const INDEX = `
with fitted as materialized (
  select r.*, p.search_config, backread.fitting_text(p.search_config, r.body) as text
  from unnest($2::bigint[], $3::int[], $4::text[], $5::text[]) as r (row_id, set_id, body, literal)
  join backread.perspectives p on p.id = $1
), parsed as materialized (
  select row_id, set_id, literal, coalesce(to_tsvector(search_config, text), '') as lexemes
  from fitted
), documents as (
  insert into backread.documents (perspective_id, row_id, set_id, length, lexemes, literal)
  select $1, row_id, set_id,
    (select coalesce(sum(cardinality(positions)), 0) from unnest(lexemes)), lexemes, literal
  from parsed
  returning row_id, set_id, length, lexemes
), postings as (
  insert into backread.postings (perspective_id, lexeme, row_id, set_id, frequency, length)
  select $1, l.lexeme, d.row_id, d.set_id, least(cardinality(l.positions), 255), d.length
  from documents d, unnest(d.lexemes) l
  order by l.lexeme collate "C"
)
select row_id, text is null as refused from fitted where text is distinct from body`;

interface UnfittingRow {
  readonly row_id: number;
  readonly refused: boolean;
}

/** Adds rows to the search index; none of them may be in it yet. What became of each, in order. */
export async function indexRows(
  session: BoundSession,
  rows: readonly IndexableRow[],
): Promise<readonly IndexStatus[]> {
  if (rows.length === 0) return [];
  const texts = rows.map(({ content }) => indexedText(content));
  const unfitting = await session.query<UnfittingRow>(INDEX, [
    session.perspectiveId,
    rows.map(({ rowId }) => rowId),
    rows.map(({ setId }) => setId),
    texts.map(({ text }) => text),
    texts.map(({ literal }) => literal),
  ]);
  const refused = new Map(unfitting.map((row) => [row.row_id, row.refused]));
  return rows.map(({ rowId }, index) => {
    const outcome = refused.get(rowId);
    if (outcome === true) return "not_indexable";
    return outcome === false || texts[index]?.clipped === true ? "clipped" : "indexed";
  });
}

const UNINDEX = `
with gone as (
  delete from backread.documents where perspective_id = $1 and row_id = any($2::bigint[])
  returning row_id, lexemes
)
delete from backread.postings p using (
  select l.lexeme, gone.row_id from gone, unnest(gone.lexemes) l) as g
where p.perspective_id = $1 and p.lexeme = g.lexeme and p.row_id = g.row_id`;

/** Takes rows out of the search index; their embeddings are another matter. */
export async function unindexRows(session: BoundSession, rowIds: readonly number[]): Promise<void> {
  await session.query(UNINDEX, [session.perspectiveId, rowIds]);
}

export async function deleteEmbeddings(
  session: BoundSession,
  rowIds: readonly number[],
): Promise<void> {
  for (const table of ["embeddings", "outbox"])
    await session.query(
      `delete from backread.${table} where perspective_id = $1 and row_id = any($2::bigint[])`,
      [session.perspectiveId, rowIds],
    );
}

/** Drops embeddings whose text has changed, and asks for new ones. */
export async function renewEmbeddings(
  session: BoundSession,
  rowIds: readonly number[],
): Promise<void> {
  await session.query(
    `with gone as (
       delete from backread.embeddings where perspective_id = $1 and row_id = any($2::bigint[])
       returning row_id
     )
     insert into backread.outbox (perspective_id, row_id) select distinct $1::int, row_id from gone
     on conflict (perspective_id, row_id) do update set attempts = 0, not_before = '-infinity'`,
    [session.perspectiveId, rowIds],
  );
}
