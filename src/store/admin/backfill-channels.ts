import type { BoundSession } from "../scope.js";
import { directSql } from "./direct-sql.js";
import type { Step, Target, Verdict } from "./step.js";

interface Found extends Verdict {
  readonly channel: string;
  readonly label: string;
  /** The row that said the label; null where there is none. */
  readonly source: number | null;
}

/** A name that one channel has alone, on a row of some set. */
interface ChannelLabel {
  readonly origin: number;
  readonly channel: string;
  readonly set_id: number;
  readonly label: string;
  /** The first row that said it. */
  readonly source: number;
}

// The channel that a row will have: its own, or that of the key on which it came to a guild.
const PLACED = `
from backread.messages m
join backread.conversations v on v.perspective_id = $1 and v.id = $2
join backread.routes r on r.perspective_id = $1 and r.id = m.route_id
cross join lateral (select case when m.channel_key <> '' then m.channel_key
    when v.kind = 'guild' and r.kind in ('channel', 'group') then r.key else '' end as channel) c
where m.perspective_id = $1 and m.conversation_id = $2 and backread.row_is_live(m)`;

// What a row says of itself: neither what was filled in, nor what a reply has of the row it answers.
const SAYS = `m.lineage <> 'known' and not exists (select from backread.channel_fills f
    where f.perspective_id = $1 and f.row_id = m.id)`;

// A channel that was called otherwise once has two names, and no row is told which is its own.
const LABELS = `
with named as materialized (
  select m.origin_conversation_id as origin, c.channel, m.set_id, m.channel_label as label,
    min(m.id) as source
  ${PLACED} and not ${directSql("m")} and c.channel <> '' and m.channel_label <> ''
    and m.set_id is not null and ${SAYS}
  group by 1, 2, 3, 4
)
select * from named where (origin, channel) in (
  select origin, channel from named group by 1, 2 having count(distinct label) = 1)`;

// A label that its row says no more, or that other readers have now, is given to nobody: what was
// found before the locks is looked at again.
const PLAN = `
with l as materialized (
  select l.* from unnest($5::int[], $6::text[], $7::int[], $8::text[], $9::bigint[])
    as l (origin, channel, set_id, label, source)
  where exists (select from backread.messages m where m.perspective_id = $1 and m.id = l.source
    and m.conversation_id = $2 and m.origin_conversation_id = l.origin
    and m.channel_key in (l.channel, '') and m.channel_label = l.label and m.set_id = l.set_id
    and not ${directSql("m")} and backread.row_is_live(m) and ${SAYS})
)
select m.id as row_id, ${directSql("m")} as direct, m.channel_key as has_channel,
  m.channel_label as has_label, c.channel, (
    select l.source from l
    where l.origin = m.origin_conversation_id and l.channel = c.channel
      and (l.set_id = m.set_id or backread.set_covers($1, l.set_id, m.set_id))
    order by l.set_id <> m.set_id, l.source limit 1) as source
${PLACED} and m.sequence > $3 and m.sequence <= $4 and (v.kind = 'guild' or m.channel_key <> '')
order by m.sequence`;

const FILL = `
update backread.messages m set
  channel_key = case when m.channel_key = '' then c.channel else m.channel_key end,
  channel_label = case when m.channel_label = '' then c.label else m.channel_label end
from unnest($2::bigint[], $3::text[], $4::text[]) as c (id, channel, label)
where m.perspective_id = $1 and m.id = c.id
returning m.id`;

// After the names: what was filled in from a row goes when the row's own name is changed.
const REMEMBER = `
insert into backread.channel_fills (perspective_id, row_id, source_row)
select $1, f.row_id, f.source from unnest($2::bigint[], $3::bigint[]) as f (row_id, source)
on conflict (perspective_id, row_id) do update set source_row = excluded.source_row`;

export const backfillChannels: Step<Found> = {
  command: "backfill-channels",
  verdicts: ["derived", "labelled", "existing", "direct", "no_derivation", "no_label"],
  changing: ["derived", "labelled"],
  open: async (opening, target) => {
    const labels = await labelsOf(opening, target);
    return {
      plan: (session, window) => plan(session, { ...target, ...window, labels }),
      holds: ({ source }) => (source === null ? [] : [source]),
      apply,
    };
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
  /** Null where no row says the channel's name that its readers may all read. */
  readonly source: number | null;
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
    labels.map(({ source }) => source),
  ]);
  const said = new Map(labels.map(({ source, label }) => [source, label]));
  return rows.map((row) => judge(row, said));
}

function judge(row: PlacedRow, said: ReadonlyMap<number, string>): Found {
  const { row_id, direct, has_channel, has_label, channel } = row;
  const none = { row_id, channel: "", label: "", source: null };
  if (direct) return { ...none, verdict: "direct" };
  if (channel === "") return { ...none, verdict: "no_derivation" };
  const source = has_label === "" ? row.source : null;
  const label = source === null ? "" : (said.get(source) ?? "");
  if (has_channel === "") return { row_id, channel, label, source, verdict: "derived" };
  if (has_label !== "") return { ...none, verdict: "existing" };
  if (source === null) return { ...none, verdict: "no_label" };
  return { ...none, label, source, verdict: "labelled" };
}

async function apply(session: BoundSession, found: readonly Found[]): Promise<number> {
  const changed = await session.query(FILL, [
    session.perspectiveId,
    found.map(({ row_id }) => row_id),
    found.map(({ channel }) => channel),
    found.map(({ label }) => label),
  ]);
  const named = found.filter(({ source }) => source !== null);
  await session.query(REMEMBER, [
    session.perspectiveId,
    named.map(({ row_id }) => row_id),
    named.map(({ source }) => source),
  ]);
  return changed.length;
}
