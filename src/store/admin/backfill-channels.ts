import type { BoundSession } from "../scope.js";
import { directSql } from "./direct-sql.js";
import type { Step, Target, Verdict } from "./step.js";

interface Found extends Verdict {
  readonly channel: string;
  readonly label: string;
}

/** A name that one channel has alone, on a row of some set. */
interface ChannelLabel {
  readonly origin: number;
  readonly channel: string;
  readonly set_id: number;
  readonly label: string;
}

// The channel that a row will have: its own, or that of the key on which it came to a guild.
const PLACED = `
from backread.messages m
join backread.conversations v on v.perspective_id = $1 and v.id = $2
join backread.routes r on r.perspective_id = $1 and r.id = m.route_id
cross join lateral (select case when m.channel_key <> '' then m.channel_key
    when v.kind = 'guild' and r.kind in ('channel', 'group') then r.key else '' end as channel) c
where m.perspective_id = $1 and m.conversation_id = $2 and backread.row_is_live(m)`;

// A channel that was called otherwise once has two names, and no row is told which is its own.
const LABELS = `
with named as materialized (
  select distinct m.origin_conversation_id as origin, c.channel, m.set_id, m.channel_label as label
  ${PLACED} and not ${directSql("m")} and c.channel <> '' and m.channel_label <> ''
    and m.set_id is not null
)
select * from named where (origin, channel) in (
  select origin, channel from named group by 1, 2 having count(distinct label) = 1)`;

// A label that no row says any more, or that other readers have now, is given to nobody: what was
// found before the locks is looked at again.
const PLAN = `
with l as materialized (
  select l.* from unnest($5::int[], $6::text[], $7::int[], $8::text[])
    as l (origin, channel, set_id, label)
  where exists (select from backread.messages x where x.perspective_id = $1
    and x.conversation_id = $2 and x.origin_conversation_id = l.origin
    and x.channel_key in (l.channel, '') and x.channel_label = l.label and x.set_id = l.set_id
    and not ${directSql("x")} and backread.row_is_live(x))
)
select m.id as row_id, ${directSql("m")} as direct, m.channel_key as has_channel,
  m.channel_label as has_label, c.channel, coalesce((
    select l.label from l
    where l.origin = m.origin_conversation_id and l.channel = c.channel
      and (l.set_id = m.set_id or backread.set_covers($1, l.set_id, m.set_id))
    limit 1), '') as label
${PLACED} and m.sequence > $3 and m.sequence <= $4 and (v.kind = 'guild' or m.channel_key <> '')
order by m.sequence`;

const FILL = `
update backread.messages m set
  channel_key = case when m.channel_key = '' then c.channel else m.channel_key end,
  channel_label = case when m.channel_label = '' then c.label else m.channel_label end
from unnest($2::bigint[], $3::text[], $4::text[]) as c (id, channel, label)
where m.perspective_id = $1 and m.id = c.id
returning m.id`;

export const backfillChannels: Step<Found> = {
  command: "backfill-channels",
  verdicts: ["derived", "labelled", "existing", "direct", "no_derivation", "no_label"],
  changing: ["derived", "labelled"],
  open: async (opening, target) => {
    const labels = await labelsOf(opening, target);
    return { plan: (session, window) => plan(session, { ...target, ...window, labels }), apply };
  },
};

function labelsOf(
  session: BoundSession,
  { conversationId }: Target,
): Promise<readonly ChannelLabel[]> {
  return session.query<ChannelLabel>(LABELS, [session.perspectiveId, conversationId]);
}

interface PlacedRow {
  readonly row_id: number;
  readonly direct: boolean;
  readonly has_channel: string;
  readonly has_label: string;
  readonly channel: string;
  readonly label: string;
}

async function plan(
  session: BoundSession,
  work: {
    readonly conversationId: number;
    readonly after: number;
    readonly upTo: number;
    readonly labels: readonly ChannelLabel[];
  },
): Promise<readonly Found[]> {
  const { conversationId, after, upTo, labels } = work;
  const rows = await session.query<PlacedRow>(PLAN, [
    session.perspectiveId,
    conversationId,
    after,
    upTo,
    labels.map(({ origin }) => origin),
    labels.map(({ channel }) => channel),
    labels.map(({ set_id }) => set_id),
    labels.map(({ label }) => label),
  ]);
  return rows.map((row) => judge(row));
}

function judge(row: PlacedRow): Found {
  const { row_id, direct, has_channel, has_label, channel } = row;
  const none = { row_id, channel: "", label: "" };
  if (direct) return { ...none, verdict: "direct" };
  if (channel === "") return { ...none, verdict: "no_derivation" };
  const label = has_label === "" ? row.label : "";
  if (has_channel === "") return { row_id, channel, label, verdict: "derived" };
  if (has_label !== "") return { ...none, verdict: "existing" };
  return label === "" ? { ...none, verdict: "no_label" } : { ...none, label, verdict: "labelled" };
}

async function apply(session: BoundSession, found: readonly Found[]): Promise<number> {
  const changed = await session.query(FILL, [
    session.perspectiveId,
    found.map(({ row_id }) => row_id),
    found.map(({ channel }) => channel),
    found.map(({ label }) => label),
  ]);
  return changed.length;
}
