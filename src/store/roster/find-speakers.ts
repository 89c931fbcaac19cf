import { safeLabel } from "../../speakers/label/safe-label.js";
import { GroupSql } from "../actors/group-sql.js";
import type { BoundSession } from "../scope.js";
import { EligibleSql } from "../view/eligible.js";
import { Parameters } from "../view/parameters.js";
import { ROSTER_SIZE } from "./options.js";
import { newestSpoken, SpeakerSql, type SpeakerPlace } from "./speaker-rows.js";

/** Somebody who spoke where the destination may read it. */
export interface Speaker {
  /** Where accounts are merged, the one that they count as: a group is one speaker. */
  readonly actorId: string;
  /** Whose row it is. */
  readonly account: string;
  /** Empty where no label of theirs is safe. */
  readonly name: string;
  /** The row that the name is from; the newest one where there is no name. */
  readonly rowId: number;
  readonly messageId: string;
}

interface LabelRecord {
  readonly head: string;
  readonly actor_id: string;
  readonly author_label: string;
  readonly id: number;
  readonly message_id: string;
}

const ROW = "m.actor_id, m.author_label, m.id, m.message_id::text as message_id";

/** Who may read, and where. */
export interface Speaking {
  readonly session: BoundSession;
  readonly sets: readonly number[];
  readonly place: SpeakerPlace;
  /** Operators have merged actors of the perspective: who is one with whom is asked. */
  readonly merged: boolean;
}

/** Who spoke last, first: one more than a roster holds, where there are so many. */
export async function findSpeakers(speaking: Speaking): Promise<readonly Speaker[]> {
  const newest = await newestRows(speaking);
  const unnamed = newest.filter((row) => nameOf(row) === "").map((row) => row.head);
  const named = unnamed.length === 0 ? new Map() : await olderNames(speaking, unnamed);
  return newest.map((row) => speakerOf(named.get(row.head) ?? row));
}

function speakerOf(row: LabelRecord): Speaker {
  const { head: actorId, actor_id: account, id: rowId, message_id: messageId } = row;
  return { actorId, account, name: nameOf(row), rowId, messageId };
}

function nameOf({ author_label, actor_id }: LabelRecord): string {
  return safeLabel(author_label, actor_id);
}

/** By the index, one step for each actor of the route, whatever they said and how much. */
function newestRows(speaking: Speaking): Promise<readonly LabelRecord[]> {
  const { parameters, sql, groups } = statement(speaking);
  const each = `select ${groups.head("m.actor_id")} as head, m.* from actors a cross join lateral (
      select ${ROW}, m.sent_at, m.sequence from backread.messages m
      where m.actor_id = a.actor_id and ${sql.row("m")}
      order by ${newestSpoken("m")} limit 1) m`;
  return speaking.session.query<LabelRecord>(
    `with recursive actors as (
      (select m.actor_id from backread.messages m where ${sql.onRoute("m")}
        order by m.actor_id limit 1)
      union all
      select (select m.actor_id from backread.messages m
        where ${sql.onRoute("m")} and m.actor_id > a.actor_id order by m.actor_id limit 1)
      from actors a where a.actor_id is not null
    )
    select m.head, m.actor_id, m.author_label, m.id, m.message_id
    from (${groups.first(each, newestSpoken("m"))}) m
    order by ${newestSpoken("m")} limit ${parameters.add(ROSTER_SIZE + 1)}::int`,
    parameters.values,
  );
}

/** Of actors whose newest label is not safe, the newest row with a safe one. */
async function olderNames(
  speaking: Speaking,
  actorIds: readonly string[],
): Promise<ReadonlyMap<string, LabelRecord>> {
  const { parameters, sql, groups } = statement(speaking);
  const theirs = groups.members(`${parameters.add(actorIds)}::text[]`);
  const labels = await speaking.session.query<LabelRecord>(
    `select ${groups.head("m.actor_id")} as head, m.* from (
      select distinct on (m.actor_id, m.author_label) ${ROW}, m.sent_at, m.sequence
      from backread.messages m
      where m.actor_id = any(${theirs}) and ${sql.row("m")}
      order by m.actor_id, m.author_label, ${newestSpoken("m")}) m
    order by ${newestSpoken("m")}`,
    parameters.values,
  );
  const named = new Map<string, LabelRecord>();
  for (const row of labels)
    if (!named.has(row.head) && nameOf(row) !== "") named.set(row.head, row);
  return named;
}

/** Actors in the order in which they first spoke there; those of one moment by their ids. */
export async function firstSpoken(
  speaking: Speaking,
  actorIds: readonly string[],
): Promise<readonly string[]> {
  const { parameters, sql, groups } = statement(speaking);
  const first = (actor: string): string => `
      select m.sent_at, m.sequence from backread.messages m
      where m.actor_id = ${actor} and ${sql.row("m")}
      order by m.sent_at nulls first, m.sequence limit 1`;
  const rows = await speaking.session.query<{ readonly actor_id: string }>(
    `select w.actor_id from unnest(${parameters.add(actorIds)}::text[]) as w (actor_id)
    cross join lateral (${groups.ofEach("w.actor_id", first, "m.sent_at nulls first, m.sequence")}) m
    order by m.sent_at nulls first, w.actor_id collate "C"`,
    parameters.values,
  );
  return rows.map(({ actor_id }) => actor_id);
}

function statement({ session, sets, place, merged }: Speaking): {
  readonly parameters: Parameters;
  readonly sql: SpeakerSql;
  readonly groups: GroupSql;
} {
  const parameters = new Parameters();
  const eligible = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const groups = new GroupSql(eligible.perspective, merged);
  return { parameters, sql: new SpeakerSql(parameters, eligible, place), groups };
}
