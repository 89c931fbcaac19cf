import { afterChange, amongLater, type MembershipChange } from "../../speakers/audience-events.js";
import { audienceFrom, type AudienceRecord } from "../audiences.js";
import { instantOfMicros } from "../instant.js";
import { changesSince, type RecordedChange } from "./audience-book.js";
import type { CheckedMembership } from "./checked-event.js";
import type { Room } from "./place.js";

/**
 * Records a change of membership, and lets it act on every version of the audience of its
 * conversation and channel under which something was said before it. A change that was recorded
 * already acts no second time.
 */
export async function applyMembership(room: Room, event: CheckedMembership): Promise<void> {
  const recorded = await changesSince(room, event.change.at);
  if (recorded.some((other) => isSame(other, event))) return;
  await record(room, event);
  const { kind, seesHistory } = event.change;
  if (kind === "join" && !seesHistory) return;
  const versions = await lockVersions(room, event.channelKey);
  const untouched = await usedAfter(room, event.change.at, kind === "join" ? "also" : "only");
  const changed = versions
    .filter(({ id }) => !untouched.has(id))
    .flatMap((version) => changedBy(room, version, event.change, recorded));
  await saveVersions(room, changed);
}

function isSame(other: RecordedChange, { channelKey, change }: CheckedMembership): boolean {
  return (
    other.channelKey === channelKey &&
    other.kind === change.kind &&
    other.seesHistory === change.seesHistory &&
    other.at === change.at &&
    JSON.stringify(other.readers) === JSON.stringify(change.readers)
  );
}

async function record(
  { session, place }: Room,
  { channelKey, change }: CheckedMembership,
): Promise<void> {
  await session.query(
    `insert into backread.membership_events (perspective_id, conversation_id, channel_key, kind,
       readers, sees_history, happened_at)
     values ($1, $2, $3, $4, $5::text[], $6, $7::text::timestamptz)`,
    [
      session.perspectiveId,
      place.originConversationId,
      channelKey,
      change.kind,
      change.readers,
      change.seesHistory,
      instantOfMicros(change.at),
    ],
  );
}

/** The versions of a channel, or of every channel; deliveries hold share locks on them. */
function lockVersions(
  { session, place }: Room,
  channelKey: string | null,
): Promise<readonly AudienceRecord[]> {
  return session.query<AudienceRecord>(
    `select id, kind, readers, direct, external, channel_key from backread.audiences
     where perspective_id = $1 and conversation_id = $2
       and ($3::text is null or channel_key = $3::text)
     order by id for update`,
    [session.perspectiveId, place.originConversationId, channelKey],
  );
}

// Of rows that were edited after it, only what an edit brought: a row's first evidence is older.
const SAID_AFTER = `
with later as (
  select audience_id from backread.messages l join backread.audience_set_members lm
    on lm.perspective_id = $1 and lm.set_id = l.set_id
  where l.perspective_id = $1 and l.conversation_id = $2 and l.sent_at > $3::text::timestamptz
  union
  select audience_id from backread.messages l join backread.evidence e
    on e.perspective_id = $1 and e.row_id = l.id and e.source = 'edited'
  where l.perspective_id = $1 and l.conversation_id = $2 and l.edited_at > $3::text::timestamptz
)
select m.audience_id from later m`;

const AND_NOT_BEFORE = `
where not exists (
  select from backread.messages b join backread.audience_set_members bm
    on bm.perspective_id = $1 and bm.set_id = b.set_id
  where b.perspective_id = $1 and b.conversation_id = $2 and bm.audience_id = m.audience_id
    and (b.sent_at is null or b.sent_at <= $3::text::timestamptz))`;

/**
 * Versions that a change which arrives late must leave alone: what was said after it brought its own
 * evidence of who was there. A join leaves those alone that were in use after it, lest somebody who
 * has left since reads on; what narrows, only those that were not in use before it.
 */
async function usedAfter(
  { session, place }: Room,
  at: number,
  use: "also" | "only",
): Promise<ReadonlySet<number>> {
  const rows = await session.query<{ readonly audience_id: number }>(
    use === "also" ? SAID_AFTER : SAID_AFTER + AND_NOT_BEFORE,
    [session.perspectiveId, place.conversationId, instantOfMicros(at)],
  );
  return new Set(rows.map(({ audience_id }) => audience_id));
}

function changedBy(
  { connector }: Room,
  version: AudienceRecord,
  change: MembershipChange,
  recorded: readonly RecordedChange[],
): readonly AudienceRecord[] {
  const ofPlace = recorded.filter(
    ({ channelKey }) => channelKey === null || channelKey === version.channel_key,
  );
  const { type, name } = connector;
  const before = audienceFrom(version, { type, name });
  const after = afterChange(before, amongLater(change, ofPlace), connector);
  if (after === before || after.kind !== "members") return [];
  const { kind, readers, direct = false, external = false } = after;
  return [{ ...version, kind, readers, direct, external }];
}

async function saveVersions({ session }: Room, versions: readonly AudienceRecord[]): Promise<void> {
  if (versions.length === 0) return;
  await session.query(
    `update backread.audiences a set kind = v.kind, direct = v.direct, external = v.external,
       readers = array(select jsonb_array_elements_text(v.readers::jsonb))
     from unnest($2::int[], $3::text[], $4::text[], $5::boolean[], $6::boolean[])
       as v (id, kind, readers, direct, external)
     where a.perspective_id = $1 and a.id = v.id`,
    [
      session.perspectiveId,
      versions.map(({ id }) => id),
      versions.map(({ kind }) => kind),
      versions.map(({ readers }) => JSON.stringify(readers)),
      versions.map(({ direct }) => direct),
      versions.map(({ external }) => external),
    ],
  );
}
