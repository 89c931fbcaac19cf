import { AliasError } from "../model/store-errors.js";
import { STATEMENT_TIMEOUT_MS } from "./bounds.js";
import {
  lockConversations,
  numberingOf,
  type Numbering,
  type NumberingState,
} from "./ingest/place.js";
import { freeSequences } from "./ingest/sequences.js";
import type { ConversationRef } from "./port.js";
import { requirePlace } from "./routes.js";
import { reading, writing, type BoundSession, type Scope } from "./scope.js";
import type { MergeReport } from "./store-port.js";

/**
 * Moves all rows of one conversation under another, where they keep their order, and the numbers
 * that are free there. Its routes lead there from now on. Merging again what is merged does nothing.
 * Errors: `AliasError` for conversations of two connectors or of different numbering, and where no
 * number is left for a row; `UnknownConversationError`.
 */
export function merge(
  scope: Scope,
  from: ConversationRef,
  into: ConversationRef,
): Promise<MergeReport> {
  return writing(
    scope,
    async (session) => {
      const pair = await findPair(session, from, into);
      return pair === null ? NOTHING : mergeLocked(session, pair.from, pair.into);
    },
    { retry: true },
  );
}

/** What `merge` would do now, if nobody came between. Errors: the same. */
export function foreseeMerge(
  scope: Scope,
  from: ConversationRef,
  into: ConversationRef,
): Promise<MergeReport> {
  return reading(
    scope,
    async (session) => {
      const pair = await findPair(session, from, into);
      if (pair === null) return NOTHING;
      const states = await numberingOf(session, [pair.from, pair.into]);
      const target = checkNumbering(states, pair);
      return reportOf(await numberMoved(session, pair.from, target));
    },
    { timeoutMs: STATEMENT_TIMEOUT_MS },
  );
}

const NOTHING: MergeReport = { moved: 0, raised: 0 };

interface Pair {
  readonly from: number;
  readonly into: number;
}

/** Null where the two are one already. */
async function findPair(
  session: BoundSession,
  from: ConversationRef,
  into: ConversationRef,
): Promise<Pair | null> {
  const source = await requirePlace(session, from);
  const target = await requirePlace(session, into);
  if (source.connectorId !== target.connectorId)
    throw refused("conversations of two connectors cannot become one");
  if (source.conversationId === target.conversationId) return null;
  return { from: source.conversationId, into: target.conversationId };
}

function refused(reason: string): AliasError {
  return new AliasError(`not merged: ${reason}`, { reason });
}

async function mergeLocked(
  session: BoundSession,
  from: number,
  into: number,
): Promise<MergeReport> {
  const target = checkNumbering(await lockConversations(session, [from, into]), { from, into });
  await leadTo(session, from, into);
  return moveRows(session, from, target);
}

/** Errors: `AliasError` for conversations of different numbering. */
function checkNumbering(states: ReadonlyMap<number, NumberingState>, { from, into }: Pair): Target {
  const source = states.get(from)?.numbering ?? null;
  const target = states.get(into)?.numbering ?? null;
  if (source !== null && target !== null && source !== target)
    throw refused(`one is numbered by ${source}, the other by ${target}`);
  const lastSequence = states.get(into)?.lastSequence ?? 0;
  return { into, numbering: target ?? source, lastSequence };
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
  /** The number that it gets. */
  readonly given: number;
}

interface Target {
  readonly into: number;
  readonly numbering: Numbering | null;
  readonly lastSequence: number;
}

async function moveRows(session: BoundSession, from: number, target: Target): Promise<MergeReport> {
  const { into, numbering } = target;
  const rows = await numberMoved(session, from, target);
  await session.query(
    `update backread.messages m set conversation_id = $2, sequence = n.sequence
     from unnest($3::bigint[], $4::bigint[]) as n (id, sequence)
     where m.perspective_id = $1 and m.id = n.id`,
    [session.perspectiveId, into, rows.map(({ id }) => id), rows.map(({ given }) => given)],
  );
  await session.query(
    `update backread.conversations
     set numbering = $3, last_sequence = greatest(last_sequence, $4::bigint)
     where perspective_id = $1 and id = $2`,
    [session.perspectiveId, into, numbering, rows.at(-1)?.given ?? 0],
  );
  return reportOf(rows);
}

async function numberMoved(
  session: BoundSession,
  from: number,
  { into, lastSequence }: Target,
): Promise<readonly MovedRow[]> {
  const rows = await session.query<Omit<MovedRow, "given">>(
    `select id, sequence from backread.messages
     where perspective_id = $1 and conversation_id = $2 order by sequence`,
    [session.perspectiveId, from],
  );
  const wanted = rows.map(({ sequence }) => sequence);
  const given = await freeSequences({ session, conversationId: into, lastSequence }, wanted);
  if (!given.every((sequence) => Number.isSafeInteger(sequence)))
    throw refused("a row would have a number beyond 2^53");
  return rows.map((row, index) => ({ ...row, given: given[index] ?? row.sequence }));
}

function reportOf(rows: readonly MovedRow[]): MergeReport {
  return {
    moved: rows.length,
    raised: rows.filter(({ sequence, given }) => given !== sequence).length,
  };
}
