import type { BoundSession } from "../scope.js";

/** A row that was read without asking its sources. */
export interface Unasked {
  readonly id: number;
  readonly lineage: string;
}

/** Of rows that their audiences allow, those that their sources bear out, in the same order. */
export async function borneOut<Row extends Unasked>(
  session: BoundSession,
  sets: readonly number[],
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const replies = rows.filter(({ lineage }) => lineage === "known").map(({ id }) => id);
  if (replies.length === 0) return rows;
  const allowed = await session.query<{ id: number }>(
    `select backread.lineage_allows($1::int, $2::bigint[], $3::int[]) as id`,
    [session.perspectiveId, replies, sets],
  );
  const borne = new Set(allowed.map(({ id }) => id));
  return rows.filter(({ id, lineage }) => lineage !== "known" || borne.has(id));
}

/**
 * Up to `limit` rows that their sources bear out, read in order. Sources are asked a page at a time
 * and not a row at a time, so a page that holds a row which they do not bear out is read on from.
 */
export async function readBorneOut<Row extends Unasked>(
  session: BoundSession,
  sets: readonly number[],
  limit: number,
  read: (after: Row | null, most: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  let after: Row | null = null;
  for (;;) {
    const most = limit - found.length;
    const rows: readonly Row[] = await read(after, most);
    found.push(...(await borneOut(session, sets, rows)));
    if (rows.length < most || found.length >= limit) return found;
    after = rows.at(-1) ?? after;
  }
}
