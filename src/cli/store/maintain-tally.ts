import type { MaintainReport, Store } from "../../store/store-port.js";
import { MAINTAIN_LIMIT } from "../../store/bounds.js";
import type { MaintainOutput } from "../../wire/store.js";

/** What tells how pieces ended that are counted already. */
const OUTCOMES: ReadonlySet<string> = new Set([
  "written",
  "dropped",
  "given_up",
  "entries",
  "left",
]);
/** What stands in the store, whoever did it. */
const STANDING: ReadonlySet<string> = new Set(["given_up", "left"]);
/** Pieces of one kind, by how each of them ended. */
const BY_OUTCOME = ".outcomes.";

/**
 * Sums what passes of `maintain` did, by the names that their reports have, whatever work is in
 * them: what a part of a report holds is `part.name`.
 */
export class MaintainTally {
  readonly counts: Record<string, number> = {};
  readonly failures: Record<string, string> = {};

  /** Gives how many pieces the kind of work had of which there were most. */
  add(report: MaintainReport): number {
    const pieces: number[] = [];
    let ended = 0;
    this.#take("", report, (name, count) => {
      const kind = kindOf(name);
      this.counts[name] = count + (STANDING.has(kind) ? 0 : (this.counts[name] ?? 0));
      if (name.includes(BY_OUTCOME)) ended += count;
      else if (!OUTCOMES.has(kind)) pieces.push(count);
    });
    return Math.max(ended, ...pieces);
  }

  get failed(): boolean {
    return Object.keys(this.failures).length > 0;
  }

  /** Whether anything was done at all. */
  get busy(): boolean {
    return Object.entries(this.counts).some(
      ([name, count]) => count > 0 && !STANDING.has(kindOf(name)),
    );
  }

  /** What the last pass left due, for a pass of it has a bound of its own. */
  get due(): number {
    const left = Object.entries(this.counts).filter(([name]) => kindOf(name) === "left");
    return left.reduce((sum, [, count]) => sum + count, 0);
  }

  #take(prefix: string, part: object, count: (name: string, count: number) => void): void {
    for (const [key, value] of Object.entries(part) as [string, unknown][]) {
      const name = `${prefix}${snakeCase(key)}`;
      if (typeof value === "number") count(name, value);
      else if (typeof value === "string") this.failures[prefix.slice(0, -1)] = value;
      else if (typeof value === "object" && value !== null) this.#take(`${name}.`, value, count);
    }
  }
}

function kindOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * Maintains a store until nothing is due, `limit` pieces of a kind are done, or something fails. What
 * is due and cannot be done now, for another process does it, ends it too.
 */
export async function maintainStore(
  store: Store,
  { limit, signal }: { readonly limit: number | null; readonly signal: AbortSignal },
): Promise<{ readonly output: MaintainOutput; readonly tally: MaintainTally }> {
  const tally = new MaintainTally();
  let left = limit ?? Infinity;
  let complete = false;
  let idle = false;
  while (!complete && !idle && left > 0 && !tally.failed && !signal.aborted) {
    const room = Math.min(left, MAINTAIN_LIMIT);
    const most = tally.add(await store.maintain({ limit: room }));
    idle = most === 0;
    complete = most < room && tally.due === 0 && !tally.failed;
    left -= most;
  }
  const { counts, failures } = tally;
  return { output: { complete, counts, failures }, tally };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
