import type { StopSignal } from "../../model/signal.js";
import { EmbedderError } from "../../model/store-errors.js";
import { EMBED_BATCH, MAINTAIN_LIMIT } from "../bounds.js";
import { checkCount } from "../check-count.js";
import { abortedBy } from "../driver/stop.js";
import { checkEmbedder } from "../embedder/ask-embedder.js";
import type { Embedder } from "../embedder/embedder.js";
import { reading, type Scope } from "../scope.js";
import { embedRows, type EmbeddedRow } from "./embed-rows.js";
import { giveBack, lease, putOff, type LeasedRow } from "./lease.js";
import { settle } from "./settle.js";
import { spaceOf } from "./space.js";
import { sweep } from "./sweep.js";
import type { Worker } from "./worker.js";

export interface EmbedPendingOptions {
  /** Most rows to take up. Default `MAINTAIN_LIMIT`. */
  readonly limit?: number;
  readonly signal?: StopSignal | undefined;
}

export interface EmbedReport {
  /** Rows that have a vector now. */
  readonly embedded: number;
  /** Rows whose text the embedder has no vector for: blank, or refused. They are not asked again. */
  readonly unembeddable: number;
  /** Rows whose answer came after they were edited, deleted, or held by somebody. */
  readonly dropped: number;
  /** Rows that failed and were put off. */
  readonly failed: number;
  /** What failed, such as `timeout`: the work ended there; null where nothing did. */
  readonly failure: EmbedderError["data"]["failure"] | "unknown" | null;
  /** The index has not every row yet that was there when its model was chosen. */
  readonly building: boolean;
}

/**
 * Embeds what waits in a perspective's queue, oldest first, in batches; stops at the first outage,
 * whose rows wait longer each time. It can be killed, run again and run by several at once: a row is
 * one worker's until its lease ends, and no transaction is open while the embedder works. Does nothing
 * where the perspective embeds with another model. Errors: `AbortedError`, `InvalidArgumentError`,
 * those of the database; none of the embedder's, which are reported.
 */
export async function embedPending(
  scope: Scope,
  embedder: Embedder,
  { limit = MAINTAIN_LIMIT, signal }: EmbedPendingOptions = {},
): Promise<EmbedReport> {
  checkEmbedder(embedder);
  checkCount("limit", limit);
  const worker: Worker = { scope, embedder, space: spaceOf(embedder), signal };
  let report = NOTHING;
  for (let taken = 0; taken < limit && report.failure === null;) {
    if (signal?.aborted === true) throw abortedBy(signal);
    const leased = await lease(worker, Math.min(EMBED_BATCH, limit - taken));
    taken += leased.taken;
    if (leased.rows.length > 0) report = added(report, await embedBatch(worker, leased.rows));
    if (leased.taken === 0 && !(await sweep(worker))) break;
  }
  return { ...report, building: await isBuilding(worker) };
}

type Counts = Omit<EmbedReport, "building">;

const NOTHING: Counts = { embedded: 0, unembeddable: 0, dropped: 0, failed: 0, failure: null };

function added(a: Counts, b: Counts): Counts {
  return {
    embedded: a.embedded + b.embedded,
    unembeddable: a.unembeddable + b.unembeddable,
    dropped: a.dropped + b.dropped,
    failed: a.failed + b.failed,
    failure: b.failure,
  };
}

async function embedBatch(worker: Worker, rows: readonly LeasedRow[]): Promise<Counts> {
  const embedded = await embedRows(worker, rows).catch((error: unknown) => failureOf(error));
  if (typeof embedded !== "string") return countsOf(embedded, await settle(worker, embedded));
  if (worker.signal?.aborted === true) {
    await giveBack(worker, rows);
    throw abortedBy(worker.signal);
  }
  await putOff(worker, rows);
  return { ...NOTHING, failed: rows.length, failure: embedded };
}

function failureOf(error: unknown): NonNullable<EmbedReport["failure"]> {
  return error instanceof EmbedderError ? error.data.failure : "unknown";
}

function countsOf(embedded: readonly EmbeddedRow[], written: readonly EmbeddedRow[]): Counts {
  const unembeddable = written.filter(({ vector }) => vector === null).length;
  return {
    ...NOTHING,
    embedded: written.length - unembeddable,
    unembeddable,
    dropped: embedded.length - written.length,
  };
}

function isBuilding({ scope, space }: Worker): Promise<boolean> {
  return reading(scope, async (session) => {
    const rows = await session.query(
      `select from backread.perspectives
       where id = $1 and semantic_model = $2 and semantic_building`,
      [session.perspectiveId, space],
    );
    return rows.length > 0;
  });
}
