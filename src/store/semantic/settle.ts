import { encodeVector, type Quantised } from "../embedder/quantise.js";
import { writing, type BoundSession } from "../scope.js";
import type { EmbeddedRow } from "./embed-rows.js";
import type { Worker } from "./worker.js";

// Whoever chooses another model waits for this to end, or this for him.
const HOLD_MODEL = `
select from backread.perspectives where id = $1 and semantic_model = $2 for share`;

// A row that somebody edits or deletes at this moment is left to him: waiting for him while he waits
// for another row of ours would be a deadlock. Those locked here cannot change until this has ended.
const UNCHANGED = `
select m.id from backread.messages m
join unnest($2::bigint[], $3::int[]) as r (id, epoch) on r.id = m.id and r.epoch = m.lineage_epoch
where m.perspective_id = $1 and m.set_id is not null and backread.row_is_live(m)
order by m.id for share of m skip locked`;

/**
 * Writes what an embedder answered, of rows that still say what it was given, and takes them from
 * the queue. An answer that comes late for a row that was edited or deleted is dropped. Gives those
 * that were written.
 */
export function settle(
  { scope, space }: Worker,
  embedded: readonly EmbeddedRow[],
): Promise<readonly EmbeddedRow[]> {
  return writing(scope, (session) => settleIn(session, space, embedded), { retry: true });
}

async function settleIn(
  session: BoundSession,
  space: string,
  embedded: readonly EmbeddedRow[],
): Promise<readonly EmbeddedRow[]> {
  const held = await session.query(HOLD_MODEL, [session.perspectiveId, space]);
  if (held.length === 0) return [];
  const rows = await session.query<{ id: number }>(UNCHANGED, [
    session.perspectiveId,
    embedded.map(({ row }) => row.rowId),
    embedded.map(({ row }) => row.epoch),
  ]);
  const unchanged = new Set(rows.map(({ id }) => id));
  const kept = embedded.filter(({ row }) => unchanged.has(row.rowId));
  if (kept.length > 0) await write(session, space, kept);
  return kept;
}

async function write(
  session: BoundSession,
  space: string,
  rows: readonly EmbeddedRow[],
): Promise<void> {
  const column = await vectorColumn(session);
  await session.query(
    `with written as (
       insert into backread.embeddings (perspective_id, row_id, model, set_id, ${column.name})
       select $1, m.id, $2, m.set_id, ${column.of("r.vector")}
       from unnest($3::bigint[], $4::text[]) as r (id, vector)
       join backread.messages m on m.perspective_id = $1 and m.id = r.id
       on conflict (perspective_id, row_id) do update set model = excluded.model,
         set_id = excluded.set_id, ${column.name} = excluded.${column.name}
     )
     delete from backread.outbox where perspective_id = $1 and row_id = any($3::bigint[])`,
    [
      session.perspectiveId,
      space,
      rows.map(({ row }) => row.rowId),
      rows.map(({ vector }) => (vector === null ? null : column.write(vector))),
    ],
  );
}

interface VectorColumn {
  readonly name: "near" | "vector";
  /** SQL of a vector of the column, from text. */
  readonly of: (text: string) => string;
  readonly write: (vector: Quantised) => string;
}

const BYTES: VectorColumn = {
  name: "vector",
  of: (text) => `decode(${text}, 'hex')`,
  write: encodeVector,
};

const PGVECTOR: VectorColumn = {
  name: "near",
  of: (text) => `backread.to_vector(${text}::real[])`,
  write: (vector) => `{${vector.join(",")}}`,
};

async function vectorColumn(session: BoundSession): Promise<VectorColumn> {
  const rows = await session.query(
    `select from backread.capabilities where name = 'vector' and present`,
  );
  return rows.length > 0 ? PGVECTOR : BYTES;
}
