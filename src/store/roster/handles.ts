import { GUEST_HANDLE, handleBase } from "../../speakers/handle/handle.js";
import { GroupSql } from "../actors/group-sql.js";
import { EligibleSql } from "../view/eligible.js";
import { Parameters } from "../view/parameters.js";
import type { Speaker, Speaking } from "./find-speakers.js";

/** Handle of a speaker, and the messages that it and the name are from. */
export interface Named {
  readonly speaker: Speaker;
  readonly handle: string;
  readonly messageIds: readonly string[];
}

interface HandleRecord {
  /** The actor that its own counts as. */
  readonly head: string;
  readonly handle: string;
  readonly base: string;
  /** Null where the row that it was made of may not be read. */
  readonly message_id: string | null;
}

/**
 * The handles that speakers have and that may be told here, by actor. Of several the first that was
 * minted: a label that changes does not change it. Of merged accounts the first that was theirs
 * together: that of the one that they count as, then what the others were called before, in the order
 * in which they joined. A merge takes no handle from its account, so a split gives it back.
 */
export async function readHandles(
  { session, sets, place, merged }: Speaking,
  epoch: number,
  speakers: readonly Speaker[],
): Promise<ReadonlyMap<string, Named>> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const actors = `${parameters.add(speakers.map(({ actorId }) => actorId))}::text[]`;
  const { head, join, order } = merged ? GROUPED : ALONE;
  const groups = new GroupSql(sql.perspective, merged);
  const records = await session.query<HandleRecord>(
    `select ${head} as head, h.handle, h.base, m.message_id::text as message_id
    from backread.speaker_handles h ${join}left join backread.messages m
      on m.perspective_id = h.perspective_id and m.id = h.source_row and ${sql.verified("m")}
    where h.perspective_id = ${sql.perspective}
      and h.route_id = ${parameters.add(place.routeId)}::int
      and h.epoch = ${parameters.add(epoch)}::int and h.actor_id = any(${groups.members(actors)})
    order by ${order}`,
    parameters.values,
  );
  return new Map(
    speakers.flatMap((speaker) => {
      const theirs = records.filter(({ head: of }) => of === speaker.actorId);
      const told = theirs.find((record) => isTold(record, speaker));
      return told === undefined ? [] : [[speaker.actorId, named(told, speaker)] as const];
    }),
  );
}

const ALONE = { head: "h.actor_id", join: "", order: "h.position" };
const GROUPED = {
  head: "coalesce(g.into_actor_id, h.actor_id)",
  join: `left join backread.actor_merges g
      on g.perspective_id = h.perspective_id and g.actor_id = h.actor_id
    `,
  order: "greatest(h.position, coalesce(g.handle_mark, 0)), h.position",
};

/** The row may be read that it was made of, or it says no more than the name beside it. */
function isTold({ base, message_id }: HandleRecord, { name }: Speaker): boolean {
  return message_id !== null || base === GUEST_HANDLE || base === handleBase(name);
}

function named({ handle, base, message_id }: HandleRecord, speaker: Speaker): Named {
  const needed = base !== GUEST_HANDLE && base !== handleBase(speaker.name);
  const source = needed && message_id !== null ? [message_id] : [];
  return { speaker, handle, messageIds: [...new Set([speaker.messageId, ...source])] };
}
