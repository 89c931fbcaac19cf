import { SEMANTIC_SCAN, SEMANTIC_VECTOR_SCAN } from "../bounds.js";
import { innerProduct, type Quantised } from "../embedder/quantise.js";
import type { BoundSession } from "../scope.js";
import { EligibleSql, newestFirst } from "../view/eligible.js";
import { filterSql, type RowFilter } from "../view/filters.js";
import { Parameters } from "../view/parameters.js";
import { ROW_PLACES } from "../view/stored-row.js";
import { leastProduct } from "./likeness.js";

export interface NearRow {
  readonly id: number;
  /** The inner product of its vector and the query's. */
  readonly product: number;
}

export interface NearestRequest {
  readonly sets: readonly number[];
  readonly filter: RowFilter;
  readonly most: number;
}

export interface Asked {
  readonly space: string;
  readonly vector: Quantised;
  readonly unrelated: number;
}

type FindNearest = (
  session: BoundSession,
  asked: Asked,
  request: NearestRequest,
) => Promise<readonly NearRow[]>;

/** By pgvector's arithmetic: only the nearest leave the database. */
export const nearestByVector: FindNearest = (session, asked, request) => {
  const parameters = new Parameters();
  const query = `${parameters.add([...asked.vector])}::real[]`;
  const newest = newestSql(session, parameters, {
    ...request,
    space: asked.space,
    column: "near",
    as: "backread.inner_product(e.near, (select vector from asked)) as product",
    scan: SEMANTIC_VECTOR_SCAN,
  });
  return session.query<NearRow>(
    `with asked as materialized (select backread.to_vector(${query}) as vector)
    select id, product from (${newest}) as newest
    where product >= ${parameters.add(leastProduct(asked.unrelated))}::int
    order by product desc, place limit ${parameters.add(request.most)}::int`,
    parameters.values,
  );
};

/** Without pgvector every vector that is looked at is brought here. */
export const nearestByBytes: FindNearest = async (session, asked, request) => {
  const parameters = new Parameters();
  const newest = newestSql(session, parameters, {
    ...request,
    space: asked.space,
    column: "vector",
    as: "e.vector",
    scan: SEMANTIC_SCAN,
  });
  const rows = await session.query<{ id: number; vector: Uint8Array }>(
    `select id, vector from (${newest}) as newest order by place`,
    parameters.values,
  );
  const least = leastProduct(asked.unrelated);
  return rows
    .map(({ id, vector }) => ({ id, product: innerProduct(asked.vector, vector) }))
    .filter(({ product }) => product >= least)
    .sort((a, b) => b.product - a.product)
    .slice(0, request.most);
};

interface NewestRequest extends Omit<NearestRequest, "most"> {
  readonly space: string;
  readonly column: "near" | "vector";
  /** SQL of what is wanted of each. */
  readonly as: string;
  readonly scan: number;
}

/**
 * The newest rows that have a vector. Whether each may be read is asked in full, its sources too,
 * before they are counted off: a row that may not be takes the place of none that may.
 */
function newestSql(
  session: BoundSession,
  parameters: Parameters,
  { sets, filter, space, column, as, scan }: NewestRequest,
): string {
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const order = newestFirst("m", "v", "n");
  return `select m.id, ${as}, row_number() over (order by ${order}) as place
    from backread.embeddings e join backread.messages m on m.id = e.row_id ${ROW_PLACES}
    where e.perspective_id = ${sql.perspective} and e.set_id = any(${sql.sets})
      and e.model = ${parameters.add(space)}::text and e.${column} is not null
      and ${sql.verified("m")}${filterSql(parameters, filter, "m")}
    order by ${order} limit ${parameters.add(scan)}::int`;
}
