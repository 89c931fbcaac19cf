import type { Database } from "../../dist/store/database.js";
import type { Check, Prepared } from "./checks.js";
import { mutated, type Mutation } from "./mutations.js";

/** Checks over one database, each prepared when it is first run. */
export class Suite {
  readonly #database: Database;
  readonly #checks: readonly Check[];
  readonly #prepared: Map<Check, Promise<Prepared>> = new Map();
  #pairs = 0;

  constructor(database: Database, checks: readonly Check[]) {
    this.#database = database;
    this.#checks = checks;
  }

  /** Pairs that were asked about so far. */
  get pairs(): number {
    return this.#pairs;
  }

  async run(check: Check): Promise<readonly string[]> {
    const prepared = await this.#prepare(check);
    this.#pairs += prepared.pairs;
    return prepared.run();
  }

  /** The name of the first check that fails while the mutation is in place, or null. */
  async killer(mutation: Mutation): Promise<string | null> {
    for (const check of this.#checks) await this.#prepare(check);
    return mutated(this.#database, mutation, async () => {
      for (const check of this.#checks) if ((await this.run(check)).length > 0) return check.name;
      return null;
    });
  }

  #prepare(check: Check): Promise<Prepared> {
    const prepared = this.#prepared.get(check) ?? check.prepare(this.#database);
    this.#prepared.set(check, prepared);
    return prepared;
  }
}
