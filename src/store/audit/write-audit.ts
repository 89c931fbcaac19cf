import type { StoreHit } from "../port.js";
import type { BoundSession } from "../scope.js";
import type { Asked, Found } from "../search/request.js";
import type { Binding } from "../view/binding.js";
import { insertAudit } from "./audit-row.js";
import { countedExclusionsSql, knownExclusions } from "./exclusions.js";

/** The audit row of a search that answered, in that search's own transaction. */
export async function writeAudit(
  session: BoundSession,
  binding: Binding,
  search: { readonly asked: Asked; readonly found: Found; readonly hits: readonly StoreHit[] },
): Promise<void> {
  const { asked, found, hits } = search;
  await insertAudit(session, binding, {
    digest: asked.digest,
    request: asked.request,
    outcome: hits.length === 0 ? "nothing_found" : "ok",
    selected: hits.map(({ messageId, parts }) => ({ messageId, parts })),
    degraded: found.near.degraded,
    excluded: knownExclusions(found, hits),
    counted: (parameters, perspective) => countedExclusionsSql(parameters, perspective, found),
  });
}
