import { InvalidArgumentError } from "../model/errors.js";
import { actorsOfAccount, forgetActors } from "./actors/forget-actors.js";
import { lockActors } from "./actors/known-actors.js";
import { forget } from "./forget.js";
import { lockConversations } from "./ingest/place.js";
import type { ConversationRef } from "./port.js";
import { requirePlace } from "./routes.js";
import { writing, type BoundSession, type Scope } from "./scope.js";
import type { Account, DeleteReport, DeleteTarget } from "./store-port.js";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const CONNECTOR = `(select id from backread.connectors
  where perspective_id = $1 and type = $2 and name = $3)`;

/**
 * Deletes the rows of a conversation and begins a new epoch of it. A late writer that brings them
 * again meets their tombstones. Errors: `UnknownConversationError`.
 */
export function reset(scope: Scope, conversation: ConversationRef): Promise<DeleteReport> {
  return writing(
    scope,
    async (session) => {
      const conversationId = await lockConversation(session, conversation);
      await session.query(
        `update backread.conversations set epoch = epoch + 1
       where perspective_id = $1 and (id = $2 or merged_into = $2)`,
        [session.perspectiveId, conversationId],
      );
      return forgetConversation(session, conversationId);
    },
    { retry: true },
  );
}

/**
 * Deletes a row, all rows of an account, or those of a conversation. A message id that is unknown
 * here deletes nothing. Errors: `UnknownConversationError`.
 */
export function deleteWhat(scope: Scope, target: DeleteTarget): Promise<DeleteReport> {
  return writing(
    scope,
    async (session) => {
      if ("messageId" in target) return forgetMessage(session, target.messageId);
      if ("actor" in target) return forgetAccount(session, target.actor);
      return forgetConversation(session, await lockConversation(session, target.conversation));
    },
    { retry: true },
  );
}

async function lockConversation(session: BoundSession, ref: ConversationRef): Promise<number> {
  for (;;) {
    const { conversationId } = await requirePlace(session, ref);
    await lockConversations(session, [conversationId]);
    // A merge may have held the lock, and have moved the rows.
    if ((await requirePlace(session, ref)).conversationId === conversationId) return conversationId;
  }
}

async function forgetMessage(session: BoundSession, messageId: string): Promise<DeleteReport> {
  if (!UUID.test(messageId)) return { deleted: 0, withdrawn: 0 };
  return forget(session, await rowIds(session, `message_id = $2::text::uuid`, [messageId]));
}

async function forgetAccount(
  session: BoundSession,
  { namespace: { type, name }, id }: Account,
): Promise<DeleteReport> {
  if (id === "") throw InvalidArgumentError.of("actor.id", "must not be empty");
  // Before any row is locked: a merge that comes now would be of somebody who is about to go.
  await lockActors(session);
  const values = [type, name, id];
  await session.query(
    `delete from backread.waiting_events w using backread.conversations c
     where w.perspective_id = $1 and c.perspective_id = $1 and c.id = w.conversation_id
       and c.connector_id = ${CONNECTOR} and w.event ->> 'by' = $4`,
    [session.perspectiveId, ...values],
  );
  const theirs = `connector_id = ${CONNECTOR} and author_id = $4
    and author_type in ('person', 'agent')`;
  const actors = await actorsOfAccount(session, { type, name }, id);
  const report = await forget(session, await rowIds(session, theirs, values));
  await forgetActors(session, actors);
  return report;
}

async function forgetConversation(
  session: BoundSession,
  conversationId: number,
): Promise<DeleteReport> {
  await session.query(
    `delete from backread.waiting_events w using backread.conversations c
     where w.perspective_id = $1 and c.perspective_id = $1 and c.id = w.conversation_id
       and (c.id = $2 or c.merged_into = $2) and w.event ->> 'type' = 'edit'`,
    [session.perspectiveId, conversationId],
  );
  return forget(session, await rowIds(session, `conversation_id = $2`, [conversationId]));
}

async function rowIds(
  session: BoundSession,
  condition: string,
  values: readonly (string | number)[],
): Promise<readonly number[]> {
  const rows = await session.query<{ readonly id: number }>(
    `select id from backread.messages where perspective_id = $1 and ${condition}`,
    [session.perspectiveId, ...values],
  );
  return rows.map(({ id }) => id);
}
