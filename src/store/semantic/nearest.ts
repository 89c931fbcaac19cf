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
  const sql = eligible(session, parameters, request);
  const newest = newestSql(sql, parameters, asked, { ...request, scan: SEMANTIC_VECTOR_SCAN });
  const query = `${parameters.add([...asked.vector])}::real[]`;
  return session.query<NearRow>(
    `${newest}, asked as materialized (select backread.to_vector(${query}) as vector),
    products as (
      select n.id, n.place, backread.inner_product(e.near, asked.vector) as product
      from asked, newest n join backread.embeddings e
        on e.perspective_id = ${sql.perspective} and e.row_id = n.id
      where e.near is not null)
    select id, product from products
    where product >= ${parameters.add(leastProduct(asked.unrelated))}::int
    order by product desc, place limit ${parameters.add(request.most)}::int`,
    parameters.values,
  );
};

/** Without pgvector every vector that is looked at is brought here. */
export const nearestByBytes: FindNearest = async (session, asked, request) => {
  const parameters = new Parameters();
  const sql = eligible(session, parameters, request);
  const newest = newestSql(sql, parameters, asked, { ...request, scan: SEMANTIC_SCAN });
  const rows = await session.query<{ id: number; vector: Uint8Array }>(
    `${newest} select n.id, e.vector
    from newest n join backread.embeddings e
      on e.perspective_id = ${sql.perspective} and e.row_id = n.id
    where e.vector is not null order by n.place`,
    parameters.values,
  );
  const least = leastProduct(asked.unrelated);
  return rows
    .map(({ id, vector }) => ({ id, product: innerProduct(asked.vector, vector) }))
    .filter(({ product }) => product >= least)
    .sort((a, b) => b.product - a.product)
    .slice(0, request.most);
};

function eligible(
  { perspectiveId }: BoundSession,
  parameters: Parameters,
  { sets }: NearestRequest,
): EligibleSql {
  return new EligibleSql(parameters, { perspectiveId, sets });
}

/**
 * The newest rows of the index. Whether each may be read is asked in full, its sources too, before
 * they are counted off: a row that may not be takes the place of none that may. Vectors are read afterwards, so that none is carried through the sort.
 */
function newestSql(
  sql: EligibleSql,
  parameters: Parameters,
  { space }: Asked,
  { filter, scan }: NearestRequest & { readonly scan: number },
): string {
  const order = newestFirst("m", "v", "n");
  return `with newest as materialized (
    select m.id, row_number() over (order by ${order}) as place
    from backread.embeddings e join backread.messages m on m.id = e.row_id ${ROW_PLACES}
    where e.perspective_id = ${sql.perspective} and e.set_id = any(${sql.sets})
      and e.model = ${parameters.add(space)}::text and ${sql.verified("m")}
      ${filterSql(parameters, filter, "m")}
    order by ${order} limit ${parameters.add(scan)}::int)`;
}
