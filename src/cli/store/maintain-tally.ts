import type { MaintainReport, Store } from "../../store/store-port.js";
import { MAINTAIN_LIMIT } from "../../store/bounds.js";
import type { MaintainOutput } from "../../wire/store.js";

/** What tells how pieces ended that are counted already, or what stands in the store. */
const OUTCOMES: ReadonlySet<string> = new Set([
  "written",
  "dropped",
  "entries",
  "left",
  "given_up",
]);
/** What stands in the store, whoever did it. */
const STANDING: ReadonlySet<string> = new Set(["left", "given_up"]);

/**
 * Sums what passes of `maintain` did, by the names that their reports have, whatever work is in
 * them: what a part of a report holds is `part.name`. Outcomes of a part are told as its own, and
 * are pieces: each of those that were tried ended in one of them.
 */
export class MaintainTally {
  readonly counts: Record<string, number> = {};
  readonly failures: Record<string, string> = {};

  /** Gives how many pieces the kind of work had of which there were most. */
  add(report: MaintainReport): number {
    const pieces: number[] = [0];
    this.#take("", report, (name, count) => {
      const kind = kindOf(name);
      this.counts[name] = count + (STANDING.has(kind) ? 0 : (this.counts[name] ?? 0));
      if (!OUTCOMES.has(kind)) pieces.push(count);
    });
    return Math.max(...pieces, triedOf(report));
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

  #take(prefix: string, part: object, count: (name: string, count: number) => void): void {
    for (const [key, value] of Object.entries(part) as [string, unknown][]) {
      const name = `${prefix}${snakeCase(key)}`;
      if (typeof value === "number") count(name, value);
      else if (typeof value === "string") this.failures[prefix.slice(0, -1)] = value;
      else if (typeof value === "object" && value !== null)
        this.#take(key === "outcomes" ? prefix : `${name}.`, value, count);
    }
  }
}

/** Cards that were looked at; they have more than one name each. */
function triedOf({ cards }: MaintainReport): number {
  const outcomes = Object.values(cards?.outcomes ?? {});
  return outcomes.reduce((sum, count) => sum + count, cards?.unchanged ?? 0);
}

/**
 * Whether another pass has cards to build: one builds few of them. Where all that were tried are due
 * again at once, somebody is changing them, and they are left to a later run.
 */
function hasCardsLeft(report: MaintainReport): boolean {
  const { cards } = report;
  const moved = triedOf(report) - (cards?.outcomes.superseded ?? 0);
  return cards !== undefined && cards.left > 0 && moved > 0;
}

/** Maintains a store until nothing is due, `limit` pieces of a kind are done, or something fails. */
export async function maintainStore(
  store: Store,
  { limit, signal }: { readonly limit: number | null; readonly signal: AbortSignal },
): Promise<{ readonly output: MaintainOutput; readonly tally: MaintainTally }> {
  const tally = new MaintainTally();
  let left = limit ?? Infinity;
  let complete = false;
  while (left > 0 && !tally.failed && !signal.aborted) {
    const room = Math.min(left, MAINTAIN_LIMIT);
    const report = await store.maintain({ limit: room });
    const most = tally.add(report);
    left -= most;
    if (most >= room || hasCardsLeft(report)) continue;
    complete = !tally.failed && (report.cards?.left ?? 0) === 0;
    break;
  }
  const { counts, failures } = tally;
  return { output: { complete, counts, failures }, tally };
}

function kindOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
