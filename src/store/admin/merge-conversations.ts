import type { AdminReport } from "../../model/admin.js";
import type { MergeOptions } from "../admin-port.js";
import { foreseeMerge, merge } from "../merge.js";
import type { Scope } from "../scope.js";
import { targetOf } from "./conversations.js";

/** See `StoreAdmin.mergeConversations`. */
export async function mergeConversations(
  scope: Scope,
  { from, into, apply = false }: MergeOptions,
): Promise<AdminReport> {
  const { ref } = await targetOf(scope, from);
  const { moved, raised } = await (apply ? merge : foreseeMerge)(scope, from, into);
  // Nobody comes between: it is one transaction.
  const counts = { eligible: moved, selected: moved, updated: apply ? moved : 0, raced: 0, raised };
  const result = { conversation: ref, status: "ok" as const, counts, error: null };
  return {
    command: "merge-conversations",
    dryRun: !apply,
    complete: true,
    conversations: 1,
    errors: 0,
    totals: counts,
    results: moved === 0 ? [] : [result],
    resultsLeftOut: 0,
  };
}
