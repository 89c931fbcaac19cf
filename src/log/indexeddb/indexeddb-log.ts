import { ClosedError } from "../../model/errors.js";
import type { Message, Sequence } from "../../model/message.js";
import type { StopSignal } from "../../model/signal.js";
import { throwIfAborted } from "../abort.js";
import { checkRead } from "../check-read.js";
import type { Page, SessionLog } from "../port.js";
import { addRows } from "./add-rows.js";
import { batchesOf } from "./batches.js";
import { readPage } from "./read-page.js";
import { begin, written } from "./requests.js";
import { STORE } from "./schema.js";

export interface AppendReport {
  /** Rows that were new. */
  readonly added: number;
  /** Rows that were there already, the same in every field. */
  readonly present: number;
}

/**
 * Who closed a log: its owner, another tab that deletes or upgrades the database, or the browser,
 * when the site's data is cleared.
 */
export type ClosedBy = "owner" | "other" | "browser";

/** A log in IndexedDB. Every method rejects with `ClosedError` once closed, otherwise `StorageError`. */
export interface IndexedDbLog extends SessionLog {
  /**
   * Adds rows in any order, in transactions of at most `APPEND_ROWS`. Repeating rows is harmless; a
   * sequence that is taken by a different row is `DuplicateSequenceError`, and what is no message
   * `InvalidArgumentError`. What ends a call leaves whole transactions behind: call again with all rows.
   */
  append(
    messages: AsyncIterable<Message> | Iterable<Message>,
    options?: { readonly signal?: StopSignal },
  ): Promise<AppendReport>;
  /** Removes every row. */
  clear(): Promise<void>;
  /** Lets the database go, once reads and writes under way are done. */
  close(): void;
}

type OnClose = (by: ClosedBy) => void;

/** @param onClose called once, when nothing more can be read. */
export class DatabaseLog implements IndexedDbLog {
  readonly #database: IDBDatabase;
  readonly #onClose: OnClose;
  #closed = false;

  constructor(database: IDBDatabase, onClose: OnClose) {
    this.#database = database;
    this.#onClose = onClose;
    // Another tab waits for this one, and an old tab must not hold back a new version.
    database.addEventListener("versionchange", () => this.#end("other"));
    database.addEventListener("close", () => this.#end("browser"));
  }

  async readBefore(
    before: Sequence | null,
    limit: number,
    { signal }: { readonly signal?: StopSignal } = {},
  ): Promise<Page> {
    this.#checkOpen();
    checkRead(before, limit);
    throwIfAborted(signal);
    const transaction = begin(this.#database, "readonly");
    const abort = (): void => transaction.abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await readPage(transaction, before, limit);
    } catch (error) {
      throwIfAborted(signal);
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  async append(
    messages: AsyncIterable<Message> | Iterable<Message>,
    { signal }: { readonly signal?: StopSignal } = {},
  ): Promise<AppendReport> {
    this.#checkOpen();
    let added = 0;
    let given = 0;
    for await (const batch of batchesOf(messages)) {
      throwIfAborted(signal);
      this.#checkOpen();
      added += await addRows(this.#database, batch);
      given += batch.length;
    }
    return { added, present: given - added };
  }

  async clear(): Promise<void> {
    this.#checkOpen();
    const transaction = begin(this.#database, "readwrite");
    const done = written(transaction);
    transaction.objectStore(STORE).clear();
    await done;
  }

  close(): void {
    this.#end("owner");
  }

  #end(by: ClosedBy): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#database.close();
    this.#onClose(by);
  }

  #checkOpen(): void {
    if (this.#closed) throw ClosedError.of("IndexedDB log");
  }
}
