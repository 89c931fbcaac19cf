import type { Row } from "../database.js";
import type { Stop } from "./stop.js";

/** One connection, held by one transaction. What it throws is a `BackreadError` already. */
export interface Link {
  /** The statements that begin a transaction. */
  begin(text: string): Promise<void>;
  query(text: string, values: readonly (string | null)[]): Promise<readonly Row[]>;
  script(text: string): Promise<void>;
  /** Ends the statement that runs, if one does, and resolves within `CANCEL_GRACE_MS`, twice over. */
  interrupt(): Promise<void>;
  /** Gives the connection back; a broken one is not used again. */
  release(broken: boolean): Promise<void>;
}

export interface LinkSource {
  readonly kind: "pglite" | "postgres";
  /** Waits for its turn, and gives up when `stop` fires. */
  acquire(stop: Stop): Promise<Link>;
}

/** Milliseconds that a statement has to end in after it was cancelled; then its connection is cut. */
export const CANCEL_GRACE_MS = 1_000;

/** Whether `work` settled in time, in whatever way. */
export async function settles(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
