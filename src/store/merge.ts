import { AliasError } from "../model/store-errors.js";
import { lockConversations, type Numbering } from "./ingest/place.js";
import { freeSequences } from "./ingest/sequences.js";
import type { ConversationRef } from "./port.js";
import { requirePlace } from "./routes.js";
import { writing, type BoundSession, type Scope } from "./scope.js";
import type { MergeReport } from "./store-port.js";

/**
 * Moves all rows of one conversation under another, where they keep their order, and the numbers
 * that are free there. Its routes lead there from now on. Merging again what is merged does nothing.
 * Errors: `AliasError` for conversations of two connectors or of different numbering,
 * `UnknownConversationError`.
 */
export function merge(
  scope: Scope,
  from: ConversationRef,
  into: ConversationRef,
): Promise<MergeReport> {
  return writing(
    scope,
    async (session) => {
      const source = await requirePlace(session, from);
      const target = await requirePlace(session, into);
      if (source.connectorId !== target.connectorId)
        throw refused("conversations of two connectors cannot become one");
      if (source.conversationId === target.conversationId) return { moved: 0, raised: 0 };
      return mergeLocked(session, source.conversationId, target.conversationId);
    },
    { retry: true },
  );
}

function refused(reason: string): AliasError {
  return new AliasError(`not merged: ${reason}`, { reason });
}

async function mergeLocked(
  session: BoundSession,
  from: number,
  into: number,
): Promise<MergeReport> {
  const locked = await lockConversations(session, [from, into]);
  const source = locked.get(from)?.numbering ?? null;
  const target = locked.get(into)?.numbering ?? null;
  if (source !== null && target !== null && source !== target)
    throw refused(`one is numbered by ${source}, the other by ${target}`);
  await leadTo(session, from, into);
  const lastSequence = locked.get(into)?.lastSequence ?? 0;
  return moveRows(session, from, { into, numbering: target ?? source, lastSequence });
}

/** Merged conversations name the one that holds the rows, however many merges led to it. */
async function leadTo(session: BoundSession, from: number, into: number): Promise<void> {
  const rows = await session.query<{ readonly merged_into: number | null }>(
    `update backread.conversations set merged_into = $3
     where perspective_id = $1 and (id = $2 or merged_into = $2)
       and not exists (select from backread.conversations c
         where c.perspective_id = $1 and c.id in ($2, $3) and c.merged_into is not null)
     returning merged_into`,
    [session.perspectiveId, from, into],
  );
  if (rows.length === 0) throw refused("one of them was merged elsewhere meanwhile");
}

interface MovedRow {
  readonly id: number;
  readonly sequence: number;
}

interface Target {
  readonly into: number;
  readonly numbering: Numbering | null;
  readonly lastSequence: number;
}

async function moveRows(session: BoundSession, from: number, target: Target): Promise<MergeReport> {
  const { into, numbering, lastSequence } = target;
  const rows = await session.query<MovedRow>(
    `select id, sequence from backread.messages
     where perspective_id = $1 and conversation_id = $2 order by sequence`,
    [session.perspectiveId, from],
  );
  const wanted = rows.map(({ sequence }) => sequence);
  const given = await freeSequences({ session, conversationId: into, lastSequence }, wanted);
  await session.query(
    `update backread.messages m set conversation_id = $2, sequence = n.sequence
     from unnest($3::bigint[], $4::bigint[]) as n (id, sequence)
     where m.perspective_id = $1 and m.id = n.id`,
    [session.perspectiveId, into, rows.map(({ id }) => id), given],
  );
  await session.query(
    `update backread.conversations
     set numbering = $3, last_sequence = greatest(last_sequence, $4::bigint)
     where perspective_id = $1 and id = $2`,
    [session.perspectiveId, into, numbering, given.at(-1) ?? 0],
  );
  return {
    moved: rows.length,
    raised: given.filter((sequence, index) => sequence !== wanted[index]).length,
  };
}
