import { DatabaseError } from "../../model/store-errors.js";

/** A deadlock, and a serialization failure: nothing was written, and the next try may pass. */
const PASSING: ReadonlySet<string | null> = new Set(["40P01", "40001"]);
const TRIES = 5;

/** Runs a transaction again where the database chose it to give way to another. */
export async function retrying<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      const passing = error instanceof DatabaseError && PASSING.has(error.data.sqlState);
      if (!passing || tries === TRIES) throw error;
    }
  }
}
