import { deleteEmbeddings, unindexRows } from "./index-rows.js";
import type { BoundSession } from "./scope.js";
import type { DeleteReport } from "./store-port.js";

/** Rows that are taken out at once, so that no statement carries a whole conversation. */
const CHUNK = 5_000;

/**
 * Deletes rows: each becomes a tombstone without text that keeps its place, its source id and the
 * set of its audiences. In the same transaction its index entries, what others quote of it, and
 * memories and facts of it go (entries of cards by triggers: see 011), and replies that name it as a
 * direct source are withdrawn. Nothing follows from a withdrawal. Rows that are deleted already count
 * for nothing.
 */
export async function forget(
  session: BoundSession,
  rowIds: readonly number[],
): Promise<DeleteReport> {
  const sorted = [...new Set(rowIds)].sort((left, right) => left - right);
  let deleted = 0;
  let withdrawn = 0;
  for (let start = 0; start < sorted.length; start += CHUNK) {
    const report = await forgetChunk(session, sorted.slice(start, start + CHUNK), sorted);
    deleted += report.deleted;
    withdrawn += report.withdrawn;
  }
  return { deleted, withdrawn };
}

async function forgetChunk(
  session: BoundSession,
  chunk: readonly number[],
  all: readonly number[],
): Promise<DeleteReport> {
  await lockWithDependents(session, chunk);
  const deleted = await bury(session, chunk);
  const withdrawn = await withdraw(session, deleted, all);
  const gone = [...deleted, ...withdrawn];
  if (gone.length === 0) return { deleted: 0, withdrawn: 0 };
  await unindexRows(session, gone);
  await deleteEmbeddings(session, gone);
  await blankCopies(session, gone);
  await withdrawMemories(session, deleted);
  await deleteFacts(session, gone);
  return { deleted: deleted.length, withdrawn: withdrawn.length };
}

/**
 * Locks rows and all that will change with them, in order of id. A delivery holds share locks on its
 * sources while it adds their reply: asked again under the lock, that reply is there.
 */
async function lockWithDependents(session: BoundSession, rowIds: readonly number[]): Promise<void> {
  const held = new Set<number>();
  let wanted: readonly number[] = [...rowIds, ...(await dependentsOf(session, rowIds))];
  while (wanted.length > 0) {
    await session.query(
      `select id from backread.messages where perspective_id = $1 and id = any($2::bigint[])
       order by id for update`,
      [session.perspectiveId, wanted],
    );
    for (const id of wanted) held.add(id);
    wanted = (await dependentsOf(session, rowIds)).filter((id) => !held.has(id));
  }
}

/** Direct replies, and what quotes or answers the rows or those replies. */
function dependentsOf(
  session: BoundSession,
  rowIds: readonly number[],
): Promise<readonly number[]> {
  return idsOf(
    session,
    `with replies as (
       select distinct row_id as id from backread.lineage
       where perspective_id = $1 and source_row = any($2::bigint[])
     ), gone as (
       select origin_conversation_id as origin, source_id from backread.messages
       where perspective_id = $1 and id in (
         select unnest($2::bigint[]) union select id from replies)
     )
     select id from replies
     union
     select q.id from gone join backread.messages q on q.perspective_id = $1
       and q.origin_conversation_id = gone.origin and q.quoted_source_id = gone.source_id
       and q.quoted_source_id <> ''
     union
     select r.id from gone join backread.messages r on r.perspective_id = $1
       and r.origin_conversation_id = gone.origin and r.reply_target_source_id = gone.source_id
       and r.reply_target_source_id <> ''`,
    [rowIds],
  );
}

function bury(session: BoundSession, rowIds: readonly number[]): Promise<readonly number[]> {
  return idsOf(
    session,
    `update backread.messages set state = 'deleted', index_status = 'not_indexable', content = '',
       author_label = '', channel_label = '', quoted = '', quoted_label = '', quoted_row = null, quoted_set_id = null,
       reply_subject_actor_id = '', reply_subject_label = '', reply_author_id = ''
     where perspective_id = $1 and id = any($2::bigint[]) and state <> 'deleted'
     returning id`,
    [rowIds],
  );
}

/** Replies that are about to be deleted themselves are left for that. */
function withdraw(
  session: BoundSession,
  deleted: readonly number[],
  all: readonly number[],
): Promise<readonly number[]> {
  return idsOf(
    session,
    `update backread.messages set state = 'withdrawn', index_status = 'not_indexable', content = '',
       channel_label = '', quoted = '', quoted_label = '', quoted_row = null, quoted_set_id = null,
       lineage_epoch = lineage_epoch + 1
     where perspective_id = $1 and state = 'live' and id <> all($3::bigint[]) and id in (
       select row_id from backread.lineage
       where perspective_id = $1 and source_row = any($2::bigint[]))
     returning id`,
    [deleted, all],
  );
}

/** What other rows repeat of them: quoted text, the name of whom they answer, edits that wait. */
async function blankCopies(session: BoundSession, rowIds: readonly number[]): Promise<void> {
  const values = [session.perspectiveId, rowIds];
  await session.query(
    `update backread.messages q set quoted = '', quoted_label = '', quoted_row = null,
       quoted_set_id = null
     from backread.messages t
     where t.perspective_id = $1 and t.id = any($2::bigint[]) and q.perspective_id = $1
       and q.origin_conversation_id = t.origin_conversation_id
       and q.quoted_source_id = t.source_id and q.quoted_source_id <> ''`,
    values,
  );
  await session.query(
    `update backread.messages r set reply_subject_actor_id = '', reply_subject_label = '',
       reply_author_id = ''
     from backread.messages t
     where t.perspective_id = $1 and t.id = any($2::bigint[]) and r.perspective_id = $1
       and r.origin_conversation_id = t.origin_conversation_id
       and r.reply_target_source_id = t.source_id and r.reply_target_source_id <> ''`,
    values,
  );
  await session.query(
    `delete from backread.waiting_events w using backread.messages t
     where t.perspective_id = $1 and t.id = any($2::bigint[]) and w.perspective_id = $1
       and w.conversation_id = t.origin_conversation_id and w.source_id = t.source_id`,
    values,
  );
}

/** Memories have ids of the same sequence, and may be indexed like rows. */
async function withdrawMemories(session: BoundSession, deleted: readonly number[]): Promise<void> {
  const memories = await idsOf(
    session,
    `update backread.memories set state = 'withdrawn', content = ''
     where perspective_id = $1 and state = 'live' and id in (
       select memory_row from backread.memory_sources
       where perspective_id = $1 and source_row = any($2::bigint[]))
     returning id`,
    [deleted],
  );
  if (memories.length === 0) return;
  await unindexRows(session, memories);
  await deleteEmbeddings(session, memories);
}

/** Those read in the rows and those of their words elsewhere; what waits to be read with them. */
async function deleteFacts(session: BoundSession, rowIds: readonly number[]): Promise<void> {
  const values = [session.perspectiveId, rowIds];
  await session.query(
    `delete from backread.facts where perspective_id = $1
       and (row_id = any($2::bigint[]) or source_row = any($2::bigint[]))`,
    values,
  );
  await session.query(
    `delete from backread.fact_queue where perspective_id = $1 and row_id = any($2::bigint[])`,
    values,
  );
}

async function idsOf(
  session: BoundSession,
  text: string,
  lists: readonly (readonly number[])[],
): Promise<readonly number[]> {
  const rows = await session.query<{ readonly id: number }>(text, [
    session.perspectiveId,
    ...lists,
  ]);
  return rows.map(({ id }) => id);
}
