import type { Sequence } from "../../model/message.js";
import type { Unread } from "./backward-lines.js";

/** Walks over one log that go on without a seek, however they interleave. */
const KEPT_POSITIONS = 8;

/** Where the last pages ended, by the cursor handed out: a cache, and nothing but one. */
export class KeptPositions {
  readonly #kept = new Map<Sequence, Unread>();

  get(cursor: Sequence): Unread | undefined {
    return this.#kept.get(cursor);
  }

  keep(cursor: Sequence, position: Unread): void {
    this.#kept.delete(cursor);
    this.#kept.set(cursor, position);
    if (this.#kept.size <= KEPT_POSITIONS) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  clear(): void {
    this.#kept.clear();
  }
}
