import type { DoctorCheck } from "../../model/admin.js";
import { directSql } from "../admin/direct-sql.js";
import type { Session } from "../database.js";
import { answersSql } from "../ingest/subjects.js";
import { ok, share } from "./check.js";

/** Newest rows of groups that are looked at by themselves: what arrives today. */
const NEW_ROWS = 1_000;

interface Figures {
  readonly live: number;
  readonly evident: number;
  readonly spoken: number;
  readonly labelled: number;
  readonly known: number;
  readonly told: number;
  readonly placeless: number;
  readonly guild: number;
}

// Spoken: by people, in groups, where somebody may read it.
const FIGURES = `
select count(*)::int as live, (count(*) filter (where m.set_id is not null))::int as evident,
  (count(*) filter (where s.spoken))::int as spoken,
  (count(*) filter (where s.spoken and m.author_label <> ''))::int as labelled,
  (count(*) filter (where s.spoken and m.actor_id <> ''))::int as known,
  (count(*) filter (where s.spoken and m.author_label <> '' and m.actor_id <> ''))::int as told,
  (count(*) filter (where s.spoken and v.kind = 'guild'))::int as guild,
  (count(*) filter (where s.spoken and v.kind = 'guild' and m.channel_key = ''))::int as placeless
from backread.messages m
join backread.conversations v on v.perspective_id = $1 and v.id = m.conversation_id
cross join lateral (select m.author_type = 'person' and m.set_id is not null
  and not ${directSql("m")} as spoken) s
where m.perspective_id = $1 and backread.row_is_live(m)`;

const NEWEST = `
select count(*)::int as spoken,
  (count(*) filter (where author_label <> '' and actor_id <> ''))::int as told
from (select m.author_label, m.actor_id from backread.messages m
  where m.perspective_id = $1 and m.author_type = 'person' and not ${directSql("m")}
    and backread.row_is_live(m)
  order by m.sent_at desc nulls last, m.conversation_id, m.sequence limit ${NEW_ROWS}) m`;

const REPLIES = `
select count(*)::int as replies, (count(*) filter (
  where n.id is null or m.reply_subject_actor_id = n.actor_id
    and m.reply_subject_label = n.author_label))::int as named
from backread.messages m left join backread.messages n on n.perspective_id = $1
  and n.origin_conversation_id = m.origin_conversation_id and ${answersSql("m", "n")}
where m.perspective_id = $1 and m.reply_target_source_id <> '' and backread.row_is_live(m)`;

/** What rows say of who wrote them and where. */
export async function checkRows(session: Session, id: number): Promise<readonly DoctorCheck[]> {
  const [all] = await session.query<Figures>(FIGURES, [id]);
  const [newest] = await session.query<{ spoken: number; told: number }>(NEWEST, [id]);
  const [replies] = await session.query<{ replies: number; named: number }>(REPLIES, [id]);
  if (all === undefined || newest === undefined || replies === undefined)
    throw new Error("a count has a row");
  return [
    share(
      "evidence",
      { part: all.evident, whole: all.live, of: "rows say who could read them" },
      "the others are found by nobody; who may read is said when rows first come in",
    ),
    ...speakers(all),
    share(
      "new rows",
      { part: newest.told, whole: newest.spoken, of: "newest group rows have label and actor" },
      "see that the transport sends author id and label, and run the backfills",
    ),
    share(
      "replies",
      { part: replies.named, whole: replies.replies, of: "replies say whom their target names" },
      "admin backfill-reply-roles --all",
    ),
    channels(all),
  ];
}

function speakers({ spoken, labelled, known, told }: Figures): readonly DoctorCheck[] {
  return [
    share(
      "senders",
      { part: labelled, whole: spoken, of: "group rows have a label" },
      "admin backfill-senders --all; what the transport never named stays empty",
    ),
    share(
      "actors",
      { part: known, whole: spoken, of: "group rows have an actor" },
      "admin backfill-actors --all; rows without an author's id stay empty",
    ),
    share(
      "annotations",
      { part: told, whole: spoken, of: "group rows tell a search whose words they are" },
      "admin backfill-actors, then backfill-senders",
    ),
  ];
}

function channels({ guild, placeless }: Figures): DoctorCheck {
  if (guild === 0) return ok("channels", "there is no guild");
  return share(
    "channels",
    { part: guild - placeless, whole: guild, of: "guild rows have a channel" },
    "admin backfill-channels --all; without one a row is shown in no other channel",
  );
}
