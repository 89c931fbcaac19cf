import { ClosedError } from "../../model/errors.js";
import type { Database, Session, TransactionOptions } from "../database.js";
import type { Link, LinkSource } from "../driver/link.js";
import { Stop } from "../driver/stop.js";
import { transact } from "../driver/transact.js";
import { Turns } from "../driver/turns.js";
import type { Engine } from "./engine.js";

/** Characters of statements and values after which the write-ahead log is folded in. */
const CHECKPOINT_AFTER = 32 * 1024 * 1024;

/** Where an embedded database runs. */
export interface Host {
  /** The engine, started again where it was ended. */
  engine(): Promise<Engine>;
  /** Ends the statement that runs, if one does, whatever it takes. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
}

/** PGlite: one connection, so transactions run one after another. */
export class EmbeddedDatabase implements Database, LinkSource {
  readonly kind = "pglite";
  readonly #host: Host;
  readonly #turns: Turns = new Turns();
  readonly #exclusive: Turns = new Turns();
  #closing: Promise<void> | null = null;
  #sent = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  transaction<T>(options: TransactionOptions, body: (session: Session) => Promise<T>): Promise<T> {
    return transact(this, options, body);
  }

  async outside(text: string): Promise<void> {
    const link = await this.acquire(new Stop({}));
    try {
      await link.script(text);
    } finally {
      await link.release(false);
    }
  }

  /** Nobody else has the database open. */
  exclusively<T>(_key: number, body: () => Promise<T>): Promise<T> {
    return this.#exclusive.run(body);
  }

  async acquire(stop: Stop): Promise<Link> {
    if (this.#closing !== null) throw ClosedError.of("the database");
    const end = await this.#turns.take(stop);
    try {
      return this.#link(await stop.race(this.#host.engine()), end);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Waits for the transactions that were asked for before. */
  close(): Promise<void> {
    this.#closing ??= this.#turns.run(() => this.#host.close());
    return this.#closing;
  }

  #link(engine: Engine, end: () => void): Link {
    return {
      begin: (text) => engine.script(text),
      query: (text, values) => {
        for (const value of values) this.#sent += value?.length ?? 0;
        return engine.query(text, values);
      },
      script: (text) => engine.script(text),
      interrupt: () => this.#host.interrupt(),
      release: async (broken) => {
        if (!broken) await this.#checkpoint(engine);
        end();
      },
    };
  }

  /** It only saves room: where it fails, the next one tells. */
  async #checkpoint(engine: Engine): Promise<void> {
    if (this.#sent < CHECKPOINT_AFTER) return;
    this.#sent = 0;
    await engine.script("checkpoint").catch(() => undefined);
  }
}
