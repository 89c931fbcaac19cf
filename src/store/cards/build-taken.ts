import type { CardOutcome } from "../../model/card-reports.js";
import { CARD_TIMEOUT_MS } from "../bounds.js";
import type { Scope } from "../scope.js";
import type { CardKey } from "./gather.js";
import { noteLoss, putOffCard } from "./put-off.js";
import { settleCard } from "./settle.js";
import type { Work } from "./take.js";
import type { CardBuild } from "./build/build-card.js";
import type { CardWorker } from "./worker.js";

export interface Tried {
  readonly outcome: CardOutcome;
  /** Entries that were written. */
  readonly entries: number;
}

/** Builds one card that was taken. No transaction is open while the models work. */
export async function buildTaken(
  scope: Scope,
  worker: CardWorker,
  taken: { readonly card: CardKey; readonly work: Work },
): Promise<Tried> {
  const built = await ask(worker, taken.work);
  if (!built.ok) return failed(scope, taken, { outcome: built.failure, rejected: built.rejected });
  const { entries, rejected } = built;
  const outcome = await settleCard(scope, taken, { entries, rejected });
  if (outcome === "superseded") return lost(scope, taken.card);
  if (outcome === "stale_write") return failed(scope, taken, { outcome, rejected });
  return { outcome, entries: entries.length };
}

const NOTHING: CardBuild = { ok: true, entries: [], rejected: {}, substantive: false };

/** Where nothing was said there is nothing to ask about. */
async function ask(
  { build, models, settings }: CardWorker,
  { gathered }: Work,
): Promise<CardBuild> {
  const { input, sources } = gathered;
  if (sources.size === 0) return NOTHING;
  const { entriesPerKind } = settings;
  try {
    return await build(models, input, { limits: { entriesPerKind }, timeoutMs: CARD_TIMEOUT_MS });
  } catch {
    // A model of the caller's may throw whatever it likes; one card's trouble is not the others'.
    return { ok: false, failure: "model_error", detail: "it threw", rejected: {} };
  }
}

async function failed(
  scope: Scope,
  taken: { readonly card: CardKey; readonly work: Work },
  failure: Parameters<typeof putOffCard>[2],
): Promise<Tried> {
  if (!(await putOffCard(scope, taken, failure))) return lost(scope, taken.card);
  return { outcome: failure.outcome, entries: 0 };
}

async function lost(scope: Scope, card: CardKey): Promise<Tried> {
  await noteLoss(scope, card);
  return { outcome: "superseded", entries: 0 };
}
