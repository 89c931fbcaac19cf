/** A step of the schema; which kind it is, its members tell. */
export type Migration = {
  /** From 1, without gaps. */
  readonly number: number;
  readonly name: string;
} & (Change | Outside | Backfill);

/** Statements that take effect together. */
export interface Change {
  readonly sql: string;
}

/**
 * Statements that may not run in a transaction (`create index concurrently`). They run one by one and
 * from the first again after a failure, so each has to bear that: drop the index if it exists first,
 * for an index whose making failed is left behind, invalid.
 */
export interface Outside {
  readonly outside: readonly string[];
}

/**
 * A change of rows in many small transactions, while others read and write. After a failure it
 * begins again, so it has to find by itself what is left.
 */
export interface Backfill {
  readonly backfill: {
    /**
     * Changes at most `$2::int` rows of perspective `$1::int`, after `$3::bigint`, and returns one
     * row: `touched`, how many they were, and `cursor`, which is `$3` of the next batch, null in the
     * first. None touched ends the perspective.
     */
    readonly batch: string;
  };
}
