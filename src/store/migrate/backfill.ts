import type { Database, Session } from "../database.js";
import { patiently } from "./patiently.js";

/** Rows that one batch changes at most: what a writer of the same rows may have to wait for. */
export const BACKFILL_ROWS = 1_000;

interface Batch {
  readonly touched: number;
  readonly cursor: number | null;
}

/** Runs a batch in each perspective until nothing is left in any, those that are made meanwhile too. */
export async function backfill(database: Database, batch: string): Promise<void> {
  for (let touched = 1; touched > 0;) {
    touched = 0;
    for (const perspective of await perspectivesOf(database))
      touched += await backfillOne(database, { batch, perspective });
  }
}

async function perspectivesOf(database: Database): Promise<readonly number[]> {
  const rows = await database.transaction({ begin: "begin read only" }, (session) =>
    session.query<{ id: number }>(`select id from backread.perspectives order by id`),
  );
  return rows.map(({ id }) => id);
}

async function backfillOne(
  database: Database,
  { batch, perspective }: { readonly batch: string; readonly perspective: number },
): Promise<number> {
  let cursor: number | null = null;
  let total = 0;
  for (;;) {
    const values: readonly (number | null)[] = [perspective, BACKFILL_ROWS, cursor];
    const done: Batch | undefined = await patiently(database, (session) =>
      runBatch(session, { batch, values, perspective }),
    );
    if (done === undefined || done.touched === 0) return total;
    total += done.touched;
    cursor = done.cursor;
  }
}

/** Row security holds for the owner as well: without its perspective it would see no rows at all. */
async function runBatch(
  session: Session,
  work: {
    readonly batch: string;
    readonly values: readonly (number | null)[];
    readonly perspective: number;
  },
): Promise<Batch | undefined> {
  await session.script(`set local backread.perspective = '${work.perspective}'`);
  const [done] = await session.query<Batch>(work.batch, work.values);
  return done;
}
