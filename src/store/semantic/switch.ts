import { checkEmbedder } from "../embedder/ask-embedder.js";
import type { Embedder } from "../embedder/embedder.js";
import { writing, type Scope } from "../scope.js";
import { spaceOf } from "./space.js";

const TURN_ON = `
update backread.perspectives p set semantic_model = $2, semantic_building = true,
  semantic_since = null, semantic_swept = 0, semantic_mark = coalesce((
    select max(d.row_id) from backread.documents d where d.perspective_id = $1), 0)
where p.id = $1 and p.semantic_model is distinct from $2`;

/**
 * From now on rows of the perspective are queued for this embedder as they are indexed, whichever
 * process stores them; what is there already is queued by `embedPending`. Vectors of another model
 * count no more. Doing it again changes nothing. Errors: `InvalidArgumentError`.
 */
export async function turnOnSemantic(scope: Scope, embedder: Embedder): Promise<void> {
  checkEmbedder(embedder);
  await writing(scope, (session) =>
    session.query(TURN_ON, [session.perspectiveId, spaceOf(embedder)]),
  );
}

/** Nothing is queued any more, and every vector of the perspective is deleted. */
export async function turnOffSemantic(scope: Scope): Promise<void> {
  await writing(scope, async (session) => {
    const values = [session.perspectiveId];
    await session.query(
      `update backread.perspectives set semantic_model = null, semantic_building = false where id = $1`,
      values,
    );
    for (const table of ["outbox", "embeddings"])
      await session.query(`delete from backread.${table} where perspective_id = $1`, values);
  });
}
