import { isBlank } from "../../core/white-space.js";
import { EmbedderError } from "../../model/store-errors.js";
import { EMBED_ATTEMPTS, EMBED_BATCH_TIMEOUT_MS } from "../bounds.js";
import { askEmbedder } from "../embedder/ask-embedder.js";
import type { Quantised } from "../embedder/quantise.js";
import type { LeasedRow } from "./lease.js";
import type { Worker } from "./worker.js";

export interface EmbeddedRow {
  readonly row: LeasedRow;
  /** Null where the embedder has none for this text. */
  readonly vector: Quantised | null;
}

/** A text that any embedder takes. */
const PROBE = "text";

type Ask = (texts: readonly string[]) => Promise<readonly Quantised[]>;

/**
 * The vectors of rows. A batch that is refused is halved until the text that is at fault stands
 * alone; where nothing of it was taken, a harmless text tells whether the embedder refuses them all.
 * Errors: the embedder's.
 */
export async function embedRows(
  worker: Worker,
  rows: readonly LeasedRow[],
): Promise<readonly EmbeddedRow[]> {
  const ask = askUntil(worker, performance.now() + EMBED_BATCH_TIMEOUT_MS);
  const spoken = rows.filter(({ content }) => !isBlank(content));
  const embedded = await halving(ask, spoken);
  if (spoken.length > 0 && embedded.every(({ vector }) => vector === null)) await ask([PROBE]);
  const blank = rows.filter(({ content }) => isBlank(content));
  return [...embedded, ...blank.map((row) => ({ row, vector: null }))];
}

function askUntil({ embedder, signal }: Worker, deadline: number): Ask {
  return (texts) => {
    const timeoutMs = Math.max(Math.ceil(deadline - performance.now()), 1);
    return askEmbedder(embedder, texts, { timeoutMs, signal });
  };
}

async function halving(ask: Ask, rows: readonly LeasedRow[]): Promise<readonly EmbeddedRow[]> {
  if (rows.length === 0) return [];
  try {
    const vectors = await ask(rows.map(({ content }) => content));
    return rows.map((row, index) => ({ row, vector: vectors[index] ?? null }));
  } catch (error) {
    if (!isOfText(error, rows)) throw error;
    const [row] = rows;
    if (rows.length === 1 && row !== undefined) return [{ row, vector: null }];
    const half = Math.ceil(rows.length / 2);
    return [
      ...(await halving(ask, rows.slice(0, half))),
      ...(await halving(ask, rows.slice(half))),
    ];
  }
}

/** Whether a text is to blame: it is refused, or its answer cannot be used time and again. */
function isOfText(error: unknown, rows: readonly LeasedRow[]): boolean {
  if (!(error instanceof EmbedderError)) return false;
  const { failure } = error.data;
  if (failure === "malformed") return rows.every(({ attempts }) => attempts >= EMBED_ATTEMPTS);
  return failure === "refused";
}
