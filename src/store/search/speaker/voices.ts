import type { ConditionedAnswer, StoreHit, Voice } from "../../../model/stored.js";
import type { BoundSession } from "../../scope.js";

interface VoiceRecord {
  readonly message_id: string;
  readonly actor_id: string;
  /** All that count as one with it. */
  readonly actors: readonly string[];
  readonly author_type: string;
  readonly own: boolean;
}

const READ = `
select message_id::text as message_id, actor_id, author_type,
  author_type = 'agent' and lineage <> 'none' as own,
  backread.actors_of(perspective_id, actor_id) as actors
from backread.messages where perspective_id = $1 and message_id = any($2::uuid[])`;

/**
 * Whose words the rows of an answer are. `sources` gives, for a hit that is there for what it quotes,
 * the message that it quotes. Actors stay inside: nothing that prints a voice can show one.
 */
export async function readVoices(
  session: BoundSession,
  hits: readonly StoreHit[],
  sources: ReadonlyMap<string, string>,
): Promise<NonNullable<ConditionedAnswer["voiceOf"]>> {
  const shown = hits.flatMap((hit) => [hit, ...hit.before, ...hit.after]);
  const ids = new Set([...shown.map(({ messageId }) => messageId), ...sources.values()]);
  const records =
    ids.size === 0 ? [] : await session.query<VoiceRecord>(READ, [session.perspectiveId, [...ids]]);
  const byId = new Map(records.map((record) => [record.message_id, record]));
  return (messageId) => {
    const source = sources.get(messageId);
    const record = byId.get(source ?? messageId);
    return record === undefined ? null : voiceOf(record, source !== undefined);
  };
}

function voiceOf(record: VoiceRecord, quoted: boolean): Voice {
  const { actor_id: actor, actors, author_type: type, own } = record;
  const speaks = type === "person" || type === "agent";
  const role = quoted ? "subject" : "requester";
  return Object.freeze({
    role: own ? "assistant" : speaks ? role : null,
    known: actor !== "" && !own,
    is: (actorId: string) => actor !== "" && actors.includes(actorId),
  });
}
