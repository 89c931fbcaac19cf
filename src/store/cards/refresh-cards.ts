import type { CardOutcome, CardsReport } from "../../model/card-reports.js";
import { CARD_OUTAGE_RUN, CARD_RUN, MAINTAIN_LIMIT } from "../bounds.js";
import { checkCount } from "../check-count.js";
import { reading, type Scope } from "../scope.js";
import { buildTaken } from "./build-taken.js";
import { sweepCards } from "./sweep.js";
import { takeNext } from "./take.js";
import type { CardWorker } from "./worker.js";

/**
 * Builds cards that are due, `CARD_RUN` at most, one at a time; each is replaced whole or not at all,
 * whatever becomes of the others. It can be killed, run again and run by several at once. Errors:
 * `InvalidArgumentError`, those of the database; none of the models', which are reported.
 */
export async function refreshCards(
  scope: Scope,
  worker: CardWorker,
  { limit = MAINTAIN_LIMIT }: { readonly limit?: number } = {},
): Promise<CardsReport> {
  checkCount("limit", limit);
  const tally = new Tally();
  // One that was tried is not tried again in one call, however soon it would be due.
  const passed: number[] = [];
  while (passed.length < Math.min(limit, CARD_RUN) && !tally.isOutage) {
    const taken = await takeNext(scope, worker, passed);
    if (taken === undefined) {
      if (await sweepCards(scope)) continue;
      break;
    }
    const { card, work, unchanged } = taken;
    passed.push(card.id);
    if (unchanged) tally.unchanged++;
    if (work === null) continue;
    const { outcome, entries } = await buildTaken(scope, worker, { card, work });
    tally.add(outcome, entries);
  }
  return { ...tally.report(), ...(await countWaiting(scope)) };
}

class Tally {
  unchanged = 0;
  readonly #outcomes = new Map<CardOutcome, number>();
  #entries = 0;
  #unanswered = 0;

  add(outcome: CardOutcome, entries: number): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    this.#entries += entries;
    this.#unanswered = outcome === "model_error" ? this.#unanswered + 1 : 0;
  }

  get isOutage(): boolean {
    return this.#unanswered >= CARD_OUTAGE_RUN;
  }

  report(): Omit<CardsReport, "left" | "givenUp"> {
    return {
      outcomes: Object.fromEntries(this.#outcomes),
      entries: this.#entries,
      unchanged: this.unchanged,
      failure: this.isOutage ? "outage" : null,
    };
  }
}

const WAITING = `
select (count(*) filter (where next_try_at <= clock_timestamp()))::int as left,
  (count(*) filter (where next_try_at = 'infinity'))::int as "givenUp"
from backread.cards where perspective_id = $1 and dirty`;

function countWaiting(scope: Scope): Promise<Pick<CardsReport, "left" | "givenUp">> {
  return reading(scope, async (session) => {
    const [row] = await session.query<Pick<CardsReport, "left" | "givenUp">>(WAITING, [
      session.perspectiveId,
    ]);
    if (row === undefined) throw new Error("a count has a row");
    return row;
  });
}
