import { ClosedError } from "../../model/errors.js";
import type { Row, Session, SqlValue } from "../database.js";
import { encodeValues } from "./encode.js";
import type { Link } from "./link.js";

/** A session that outlives its transaction refuses, lest it write into somebody else's. */
export class OpenSession implements Session {
  readonly #link: Link;
  #tail: Promise<unknown> = Promise.resolve();
  #open = true;
  #failed = false;

  constructor(link: Link) {
    this.#link = link;
  }

  async query<R extends object = Row>(
    text: string,
    values: readonly SqlValue[] = [],
  ): Promise<readonly R[]> {
    const encoded = encodeValues(values);
    const rows = await this.#inTurn(() => this.#link.query(text, encoded));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names its columns
    return rows as readonly R[];
  }

  script(text: string): Promise<void> {
    return this.#inTurn(() => this.#link.script(text));
  }

  /** Waits for statements that the body did not, and makes sure that none has failed unseen. */
  async settle(): Promise<void> {
    await this.#tail;
    this.#open = false;
    // PostgreSQL would answer `commit` with a rollback and no error; this is refused with 25P02,
    // unless the body went back to a savepoint.
    if (this.#failed) await this.#link.script("select 1");
  }

  close(): void {
    this.#open = false;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(() => {
      if (!this.#open) throw ClosedError.of("the transaction");
      return work();
    });
    this.#tail = run.catch(() => {
      this.#failed = true;
    });
    return run;
  }
}
