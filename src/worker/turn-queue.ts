import type { StopSignal } from "../model/signal.js";

export interface Turn {
  readonly signal?: StopSignal | undefined;
  /** What the signal rejects with. */
  readonly aborted: () => Error;
}

interface Entry {
  readonly run: () => Promise<void>;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs one task at a time, in the order given. What is given up leaves the queue; a task that already
 * runs keeps its turn to the end, since the worker is at it for so long.
 */
export class TurnQueue {
  readonly #waiting = new Set<Entry>();
  #running: Entry | null = null;

  add<Value>(task: () => Promise<Value>, { signal, aborted }: Turn): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(aborted());
        return;
      }
      const onAbort = (): void => {
        this.#waiting.delete(entry);
        reject(aborted());
      };
      const stopListening = (): void => signal?.removeEventListener("abort", onAbort);
      const entry: Entry = {
        run: () => task().then(resolve, reject).finally(stopListening),
        reject: (error) => (stopListening(), reject(error)),
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(entry);
      if (this.#running === null) void this.#next();
    });
  }

  /** Rejects whatever waits or runs. */
  clear(error: Error): void {
    this.#running?.reject(error);
    for (const { reject } of this.#waiting) reject(error);
    this.#waiting.clear();
  }

  async #next(): Promise<void> {
    for (const entry of this.#waiting) {
      this.#waiting.delete(entry);
      this.#running = entry;
      await entry.run();
    }
    this.#running = null;
  }
}
