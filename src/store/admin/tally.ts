import type { AdminCounts } from "../../model/admin.js";

/** Counts that are there from the beginning, so that every report of a command has the same names. */
export class Tally {
  readonly #counts: Map<string, number>;

  constructor(names: readonly string[]) {
    this.#counts = new Map(names.map((name) => [name, 0]));
  }

  add(name: string, by: number = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  addAll(counts: AdminCounts): void {
    for (const [name, by] of Object.entries(counts)) this.add(name, by);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  counts(): AdminCounts {
    return Object.freeze(Object.fromEntries(this.#counts));
  }
}
