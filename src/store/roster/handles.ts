import { GUEST_HANDLE, handleBase } from "../../speakers/handle/handle.js";
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
  readonly actor_id: string;
  readonly handle: string;
  readonly base: string;
  /** Null where the row that it was made of may not be read. */
  readonly message_id: string | null;
}

/**
 * The handles that speakers have and that may be told here, by actor. Of several the first that was
 * minted: a label that changes does not change it.
 */
export async function readHandles(
  { session, sets, place }: Speaking,
  epoch: number,
  speakers: readonly Speaker[],
): Promise<ReadonlyMap<string, Named>> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const actors = parameters.add(speakers.map(({ actorId }) => actorId));
  const records = await session.query<HandleRecord>(
    `select h.actor_id, h.handle, h.base, m.message_id::text as message_id
    from backread.speaker_handles h left join backread.messages m
      on m.perspective_id = h.perspective_id and m.id = h.source_row and ${sql.verified("m")}
    where h.perspective_id = ${sql.perspective}
      and h.route_id = ${parameters.add(place.routeId)}::int
      and h.epoch = ${parameters.add(epoch)}::int and h.actor_id = any(${actors}::text[])
    order by h.position`,
    parameters.values,
  );
  return new Map(
    speakers.flatMap((speaker) => {
      const theirs = records.filter(({ actor_id }) => actor_id === speaker.actorId);
      const told = theirs.find((record) => isTold(record, speaker));
      return told === undefined ? [] : [[speaker.actorId, named(told, speaker)] as const];
    }),
  );
}

/** The row may be read that it was made of, or it says no more than the name beside it. */
function isTold({ base, message_id }: HandleRecord, { name }: Speaker): boolean {
  return message_id !== null || base === GUEST_HANDLE || base === handleBase(name);
}

function named({ handle, base, message_id }: HandleRecord, speaker: Speaker): Named {
  const needed = base !== GUEST_HANDLE && base !== handleBase(speaker.name);
  const source = needed && message_id !== null ? [message_id] : [];
  return { speaker, handle, messageIds: [...new Set([speaker.messageId, ...source])] };
}
