import { BackreadError } from "../../model/error-base.js";
import type { Database, Session } from "../database.js";

/** Rows that arrive between one look at the tables and the next. */
const LOOK_EVERY = 250;
/** While no table has more pages than these, whatever the planner believes is fast. */
const SMALL_PAGES = 8;
/** Times that a table has grown when what was known of it is of no use any more. */
const GROWN = 4;

// Of a partitioned table the planner goes by what is known of the whole, and nobody but who says so
// analyses that: autovacuum looks at the partitions alone.
const LARGER = `
with tables as (
  select r.relname as name, r.reltuples as known, sum(c.relpages) as pages,
    sum(greatest(c.reltuples, 0)) as parts,
    sum(pg_relation_size(c.oid)) / current_setting('block_size')::bigint as size
  from pg_class c join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid)
  where c.relnamespace = 'backread'::regnamespace and c.relkind = 'r'
  group by r.oid
)
select name from tables
where size > 0 and (known < 0 or size > ${GROWN} * pages or parts > ${GROWN} * known)
  and (select max(size) from tables) > ${SMALL_PAGES}
order by name`;

/** Rows until the next look. */
const left = new WeakMap<Database, number>();

/**
 * Keeps the planner informed while tables fill; to be called when so many rows have been committed.
 * Of a table that was never analysed it believes that a perspective has a few rows, and reads all of
 * them for the sake of each one that it looks for. PGlite has no autovacuum, and that of a server
 * comes in its own time. What fails here fails nobody.
 */
export async function afterGrowth(database: Database, rows: number): Promise<void> {
  const now = (left.get(database) ?? 0) - rows;
  left.set(database, now > 0 ? now : LOOK_EVERY);
  if (now > 0) return;
  try {
    await analyseGrown(database);
  } catch (error) {
    if (!(error instanceof BackreadError)) throw error;
  }
}

/** Analyses the tables that have grown since. Errors: `DatabaseError`. */
export async function analyseGrown(database: Database): Promise<void> {
  const names = await database.transaction({ begin: "begin" }, grownTables);
  // Where somebody else is at it, autovacuum for one, it is left to them.
  for (const name of names) await database.outside(`analyze (skip_locked) backread."${name}"`);
}

/** Tables of which too little is known, by name. */
export async function grownTables(session: Session): Promise<readonly string[]> {
  const rows = await session.query<{ readonly name: string }>(LARGER);
  return rows.map(({ name }) => name);
}
