import { actorId } from "../../speakers/actor-id.js";
import { renameActors } from "../actors/rename-actors.js";
import { renewFactCards } from "../cards/renew-fact-cards.js";
import { actorOf, type Naming } from "../ingest/actor-of.js";
import type { BoundSession } from "../scope.js";
import { WINDOW } from "./direct-sql.js";
import type { Step, Verdict } from "./step.js";

interface NamedRow {
  readonly row_id: number;
  readonly author_type: string;
  readonly author_id: string;
  readonly actor_id: string;
  readonly subject: string;
}

interface Found extends Verdict {
  readonly has_actor: string;
  readonly actor: string;
  readonly has_subject: string;
  readonly subject: string;
}

const PLAN = `
select m.id as row_id, m.author_type, m.author_id, m.actor_id, m.reply_subject_actor_id as subject
from backread.messages m
where ${WINDOW} and (m.actor_id <> '' or m.reply_subject_actor_id <> '') and backread.row_is_live(m)
order by m.sequence`;

const SET = `
update backread.messages m set actor_id = c.actor, reply_subject_actor_id = c.subject
from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
  as c (id, has_actor, actor, has_subject, subject)
where m.perspective_id = $1 and m.id = c.id and m.actor_id = c.has_actor
  and m.reply_subject_actor_id = c.has_subject
returning m.id`;

const ROUTES = `h.route_id in (select m.route_id from backread.messages m
    where m.perspective_id = $1 and m.id = any($2::bigint[]))`;

// A handle is its actor's, however the actor is written; one that he has already is not needed twice.
const MOVE_HANDLES = `
update backread.speaker_handles h set actor_id = c.actor
from unnest($3::text[], $4::text[]) as c (has_actor, actor)
where h.perspective_id = $1 and ${ROUTES} and h.actor_id = c.has_actor and not exists (
  select from backread.speaker_handles o where o.perspective_id = $1 and o.route_id = h.route_id
    and o.epoch = h.epoch and o.actor_id = c.actor and o.base = h.base)`;

const DROP_HANDLES = `
delete from backread.speaker_handles h
where h.perspective_id = $1 and ${ROUTES} and h.actor_id = any($3::text[])`;

// Facts of the rows themselves are read anew; these are of rows that others quote.
const SET_AUTHORS = `
update backread.facts f set author_actor_id = c.actor
from unnest($2::bigint[], $3::text[], $4::text[]) as c (id, has_actor, actor)
where f.perspective_id = $1 and f.source_row = c.id and f.author_actor_id = c.has_actor
returning f.id`;

export const normalizeActorIds: Step<Found> = {
  command: "normalize-actor-ids",
  verdicts: ["normalized", "existing", "conflicting"],
  changing: ["normalized"],
  refusing: {
    verdict: "conflicting",
    reason: "an actor there is of another platform, or another than the author",
  },
  more: {
    names: ["sender_rows", "subject_rows"],
    of: ({ has_actor, actor, has_subject, subject }) => [
      ...(actor === has_actor ? [] : ["sender_rows"]),
      ...(subject === has_subject ? [] : ["subject_rows"]),
    ],
  },
  distinct: {
    name: "distinct_actors",
    of: ({ has_actor, actor, has_subject, subject }) => [
      ...(actor === has_actor ? [] : [actor]),
      ...(subject === has_subject ? [] : [subject]),
    ],
  },
  open: async (_, { conversationId, naming }) => ({
    plan: async (session, { after, upTo }) => {
      const values = [session.perspectiveId, conversationId, after, upTo];
      const rows = await session.query<NamedRow>(PLAN, values);
      return rows.map((row) => judge(row, naming));
    },
    apply,
  }),
};

function judge({ row_id, actor_id, subject, ...author }: NamedRow, naming: Naming): Found {
  const sender = normalActor(actor_id, naming);
  const answered = normalActor(subject, naming);
  const same = { row_id, has_actor: actor_id, actor: actor_id, has_subject: subject, subject };
  if (sender === null || answered === null) return { ...same, verdict: "conflicting" };
  const isAuthor = author.author_type === "person" && sender === actorOf(author.author_id, naming);
  if (actor_id !== "" && !isAuthor) return { ...same, verdict: "conflicting" };
  if (sender === actor_id && answered === subject) return { ...same, verdict: "existing" };
  return { ...same, actor: sender, subject: answered, verdict: "normalized" };
}

const WRITTEN = /^\s*actor:([^:]+):([^]*)$/i;

/** As ingestion writes it; null for an actor of another platform, or for what is none. */
function normalActor(written: string, naming: Naming): string | null {
  if (written === "") return "";
  const [, platform, user = ""] = WRITTEN.exec(written) ?? [];
  const actor =
    platform === undefined
      ? actorOf(written.trim(), naming)
      : actorId({ type: platform, name: naming.name }, user);
  const prefix = actorId(naming, "x").slice(0, -1);
  return prefix !== "" && actor.startsWith(prefix) ? actor : null;
}

async function apply(session: BoundSession, found: readonly Found[]): Promise<number> {
  const changed = await session.query<{ readonly id: number }>(SET, [
    session.perspectiveId,
    found.map(({ row_id }) => row_id),
    found.map(({ has_actor }) => has_actor),
    found.map(({ actor }) => actor),
    found.map(({ has_subject }) => has_subject),
    found.map(({ subject }) => subject),
  ]);
  const moved = found.filter(({ has_actor, actor }) => has_actor !== actor);
  if (moved.length > 0) await moveActors(session, moved);
  return changed.length;
}

/** Whatever names the senders beside their rows. */
async function moveActors(session: BoundSession, moved: readonly Found[]): Promise<void> {
  const { perspectiveId } = session;
  const rows = moved.map(({ row_id }) => row_id);
  const to = new Map(moved.map(({ has_actor, actor }) => [has_actor, actor]));
  const old = [...to.keys()];
  await session.query(MOVE_HANDLES, [perspectiveId, rows, old, [...to.values()]]);
  await session.query(DROP_HANDLES, [perspectiveId, rows, old]);
  const facts = await session.query<{ readonly id: number }>(SET_AUTHORS, [
    perspectiveId,
    rows,
    moved.map(({ has_actor }) => has_actor),
    moved.map(({ actor }) => actor),
  ]);
  await renewFactCards(
    session,
    facts.map(({ id }) => id),
  );
  await renameActors(session, to);
}
