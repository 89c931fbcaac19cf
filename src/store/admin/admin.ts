/** Repairs of rows that are stored already, for operators; each by the rule that ingestion has. */

import type { AdminReport } from "../../model/admin.js";
import type { BackfillOptions, StoreAdmin } from "../admin-port.js";
import type { Scope } from "../scope.js";
import { backfillActors } from "./backfill-actors.js";
import { backfillChannels } from "./backfill-channels.js";
import { backfillFactAuthors } from "./backfill-fact-authors.js";
import { backfillReplyRoles } from "./backfill-reply-roles.js";
import { backfillSenders } from "./backfill-senders.js";
import { mergeConversations } from "./merge-conversations.js";
import { normalizeActorIds } from "./normalize-actor-ids.js";
import { reattributeRoute } from "./reattribute-route.js";
import { reindex } from "./reindex.js";
import { runAdmin } from "./run-admin.js";
import type { Step, Verdict } from "./step.js";

/** The admin commands of one open store. */
export function adminOf(scope: Scope): StoreAdmin {
  const fill =
    <Found extends Verdict>(step: Step<Found>) =>
    ({ conversation, limit, dryRun = false }: BackfillOptions = {}): Promise<AdminReport> =>
      runAdmin(scope, step, { conversation, limit, dryRun });
  return Object.freeze({
    backfillSenders: fill(backfillSenders),
    backfillChannels: fill(backfillChannels),
    backfillActors: fill(backfillActors),
    backfillReplyRoles: fill(backfillReplyRoles),
    backfillFactAuthors: fill(backfillFactAuthors),
    reattributeRoute: (options) => reattributeRoute(scope, options),
    normalizeActorIds: ({ conversation, limit, apply = false } = {}) =>
      runAdmin(scope, normalizeActorIds, { conversation, limit, dryRun: !apply }),
    mergeConversations: (options) => mergeConversations(scope, options),
    reindex: fill(reindex),
  } satisfies StoreAdmin);
}
