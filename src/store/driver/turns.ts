import { defer } from "./deferred.js";
import type { Stop } from "./stop.js";

/** One holder at a time, in the order of asking. */
export class Turns {
  #tail: Promise<void> = Promise.resolve();

  /** Resolves to what ends the turn. A holder that gives up while it waits lets the next one pass. */
  async take(stop?: Stop): Promise<() => void> {
    const before = this.#tail;
    const mine = defer<void>();
    this.#tail = before.then(() => mine.promise);
    try {
      await (stop === undefined ? before : stop.race(before));
    } catch (error) {
      mine.resolve();
      throw error;
    }
    return () => mine.resolve();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.take();
    try {
      return await work();
    } finally {
      end();
    }
  }
}
