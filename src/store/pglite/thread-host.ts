import { ClosedError } from "../../model/errors.js";
import { settles } from "../driver/link.js";
import type { Host } from "./embedded.js";
import type { Engine } from "./engine.js";
import type { StartThread } from "./protocol.js";
import { RemoteEngine } from "./remote-engine.js";

/**
 * Milliseconds that a statement gets to end by itself, once it has to: a thread that is ended has to
 * open its folder anew, and a database in memory is lost with its thread.
 */
const GRACE_MS = 200;
const GRACE_IN_MEMORY_MS = 2_000;

export interface ThreadHostOptions {
  readonly start: StartThread;
  readonly dataDir: string;
  readonly inMemory: boolean;
  /** Lets go of whatever keeps others out. */
  unlock(): Promise<void>;
}

/** PGlite in a thread that is ended where a statement does not, and started again. */
export class ThreadHost implements Host {
  readonly #options: ThreadHostOptions;
  #engine: RemoteEngine | null = null;
  #opening: Promise<Engine> | null = null;
  #lost: ClosedError | null = null;

  constructor(options: ThreadHostOptions) {
    this.#options = options;
  }

  /** Whoever gives up waiting leaves it to the next: two engines would ruin the folder they share. */
  async engine(): Promise<Engine> {
    if (this.#engine?.alive === true) return this.#engine;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #open(): Promise<Engine> {
    if (this.#engine !== null && this.#options.inMemory)
      this.#lost ??= ClosedError.of("the database in memory, which was lost with its thread,");
    if (this.#lost !== null) throw this.#lost;
    // An error that nobody caught ends no worker of a browser.
    await this.#engine?.terminate("it could not be relied on");
    const engine = new RemoteEngine(this.#options.start);
    try {
      await engine.open(this.#options.dataDir);
    } catch (error) {
      await engine.terminate("it could not open its folder");
      throw error;
    }
    this.#engine = engine;
    return engine;
  }

  async interrupt(): Promise<void> {
    const engine = this.#engine;
    if (engine === null) return;
    const grace = this.#options.inMemory ? GRACE_IN_MEMORY_MS : GRACE_MS;
    if (await settles(engine.idle, grace)) return;
    await engine.terminate("a statement took too long");
  }

  async close(): Promise<void> {
    this.#lost ??= ClosedError.of("the database");
    try {
      await this.#opening?.catch(() => undefined);
      if (this.#engine?.alive === true) await this.#engine.close();
      else await this.#engine?.terminate("it was closed");
    } finally {
      await this.#options.unlock();
    }
  }
}
