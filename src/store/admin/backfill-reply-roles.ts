import { answersSql, renameSubjects } from "../ingest/subjects.js";
import { ATTRIBUTION_VERSION } from "../ingest/insert-messages.js";
import type { BoundSession } from "../scope.js";
import { WINDOW } from "./direct-sql.js";
import type { Step, Verdict } from "./step.js";

interface Found extends Verdict {
  readonly origin: number;
}

// `n` is whom ingestion would name; `t` is whatever has the id, to say why it names nobody.
const PLAN = `
select m.id as row_id, m.origin_conversation_id as origin, case
    when n.id is not null then case
      when m.reply_subject_actor_id = n.actor_id and m.reply_subject_label = n.author_label
        and m.reply_attribution_version = ${ATTRIBUTION_VERSION} then 'existing' else 'resolved' end
    when m.reply_subject_actor_id <> '' or m.reply_subject_label <> '' then 'withdrawn'
    when t.id is null or t.id = m.id or t.state <> 'live' then 'target_missing'
    when m.reply_author_id <> '' and m.reply_author_id <> t.author_id then 'conflicting'
    else 'other_route' end as verdict
from backread.messages m
left join backread.messages n on n.perspective_id = $1
  and n.origin_conversation_id = m.origin_conversation_id and ${answersSql("m", "n")}
left join backread.messages t on t.perspective_id = $1
  and t.origin_conversation_id = m.origin_conversation_id and t.source_id = m.reply_target_source_id
where ${WINDOW} and m.reply_target_source_id <> '' and backread.row_is_live(m)
order by m.sequence`;

const LOOKED_AT = `
update backread.messages set reply_attribution_version = ${ATTRIBUTION_VERSION}
where perspective_id = $1 and id = any($2::bigint[])
  and reply_attribution_version <> ${ATTRIBUTION_VERSION}`;

export const backfillReplyRoles: Step<Found> = {
  command: "backfill-reply-roles",
  verdicts: ["resolved", "withdrawn", "existing", "target_missing", "other_route", "conflicting"],
  changing: ["resolved", "withdrawn"],
  open: async (_, { conversationId }) => ({
    plan: (session, { after, upTo }) =>
      session.query<Found>(PLAN, [session.perspectiveId, conversationId, after, upTo]),
    apply,
  }),
};

async function apply(session: BoundSession, found: readonly Found[]): Promise<number> {
  for (const origin of new Set(found.map((each) => each.origin))) {
    const rowIds = found.filter((each) => each.origin === origin).map(({ row_id }) => row_id);
    await renameSubjects({ session, place: { originConversationId: origin } }, { rowIds });
  }
  await session.query(LOOKED_AT, [session.perspectiveId, found.map(({ row_id }) => row_id)]);
  return found.length;
}
