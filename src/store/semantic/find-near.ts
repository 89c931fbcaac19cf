import { SEMANTIC_POOL, SEMANTIC_SCAN, SEMANTIC_VECTOR_SCAN } from "../bounds.js";
import type { Lane } from "../port.js";
import type { BoundSession } from "../scope.js";
import type { RowFilter } from "../view/filters.js";
import type { Degradation, Meaning } from "./lane.js";
import { likeness } from "./likeness.js";
import { nearestByBytes, nearestByVector } from "./nearest.js";

export interface NearRequest {
  readonly sets: readonly number[];
  readonly filter: RowFilter;
  /** Rows to leave out. */
  readonly excluded: readonly number[];
}

/** What the semantic lane gives to a search. */
export interface Near {
  /** Parts of scores, by internal id. */
  readonly parts: ReadonlyMap<number, number>;
  /** Rows of like meaning that the turn has already. */
  readonly leftOut: readonly number[];
  readonly lanes: readonly { readonly lane: Lane; readonly why: string }[];
  readonly degraded: readonly Degradation[];
}

export const NOTHING_NEAR: Near = Object.freeze({
  parts: new Map<number, number>(),
  leftOut: [],
  lanes: [],
  degraded: [],
});

interface IndexState {
  readonly model: string | null;
  /** A row that may be read here waits for its vector. */
  readonly rebuilding: boolean;
  readonly pgvector: boolean;
}

// Only of rows that may be read: how far the index of hidden ones is must not show.
const STATE = `
select p.semantic_model as model,
  p.semantic_building and exists (
    select from backread.documents d
    where d.perspective_id = $1 and d.set_id = any($2::int[]) and d.row_id <= p.semantic_mark
      and not exists (select from backread.embeddings e where e.perspective_id = $1
        and e.row_id = d.row_id and e.model = p.semantic_model)) as rebuilding,
  exists (select from backread.capabilities where name = 'vector' and present) as pgvector
from backread.perspectives p where p.id = $1`;

/** The eligible rows most like a query, in this search's own transaction; null: it was not asked. */
export async function findNear(
  session: BoundSession,
  meaning: Meaning | null,
  request: NearRequest,
): Promise<Near> {
  if (meaning === null) return NOTHING_NEAR;
  if ("degraded" in meaning) return degraded(meaning.degraded);
  const values = [session.perspectiveId, request.sets];
  const [state] = await session.query<IndexState>(STATE, values);
  if (state === undefined || state.model === null) return degraded("semantic_unavailable");
  if (state.rebuilding || state.model !== meaning.space) return degraded("semantic_rebuilding");
  const { excluded } = request;
  const nearest = state.pgvector ? nearestByVector : nearestByBytes;
  const found = await nearest(session, meaning, {
    ...request,
    most: SEMANTIC_POOL + excluded.length,
  });
  const out = new Set(excluded);
  const fresh = found.filter(({ id }) => !out.has(id)).slice(0, SEMANTIC_POOL);
  return {
    parts: new Map(fresh.map(({ id, product }) => [id, likeness(product, meaning.unrelated)])),
    leftOut: found.filter(({ id }) => out.has(id)).map(({ id }) => id),
    lanes: [{ lane: "semantic", why: whyOf(meaning.model, state) }],
    degraded: [],
  };
}

function degraded(why: Degradation): Near {
  return { ...NOTHING_NEAR, degraded: [why] };
}

function whyOf(model: string, { pgvector }: IndexState): string {
  const scanned = pgvector ? SEMANTIC_VECTOR_SCAN : SEMANTIC_SCAN;
  return `rows that ${model} makes alike were looked for in the newest ${scanned}`;
}
