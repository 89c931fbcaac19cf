import { TimedOutError } from "../../model/store-errors.js";
import { reading, type Scope } from "../scope.js";
import type { SearchRequest } from "../search/request.js";
import type { Binding } from "../view/binding.js";
import { insertAudit } from "./audit-row.js";
import { NOTHING_EXCLUDED } from "./exclusions.js";

/** Writes down that a search failed, in a transaction of its own: that of the search is gone. */
export async function recordFailure(
  scope: Scope,
  binding: Binding,
  failure: {
    readonly digest: string;
    readonly request: SearchRequest;
    readonly error: unknown;
  },
): Promise<void> {
  const { digest, request, error } = failure;
  const outcome = error instanceof TimedOutError ? "timed_out" : "failed";
  await reading(scope, (session) =>
    insertAudit(session, binding, {
      digest,
      request,
      outcome,
      selected: [],
      degraded: [],
      excluded: NOTHING_EXCLUDED,
    }),
  );
}
