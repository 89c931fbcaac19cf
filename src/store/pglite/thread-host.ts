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
  #lost: ClosedError | null = null;

  constructor(options: ThreadHostOptions) {
    this.#options = options;
  }

  async engine(): Promise<Engine> {
    if (this.#engine?.alive === true) return this.#engine;
    if (this.#engine !== null && this.#options.inMemory)
      this.#lost ??= ClosedError.of("the database in memory, which was lost with its thread,");
    if (this.#lost !== null) throw this.#lost;
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
    const engine = this.#engine;
    this.#lost ??= ClosedError.of("the database");
    try {
      if (engine?.alive === true) await engine.close();
    } finally {
      await this.#options.unlock();
    }
  }
}
