import { afterChange, byTime, type MembershipChange } from "../../speakers/audience-events.js";
import type { Audience } from "../../speakers/audience.js";
import { internAudience, internSet } from "../audiences.js";
import { instantOfMicros } from "../instant.js";
import type { Room } from "./place.js";

/** A recorded change, of one channel or of all (null). */
export interface RecordedChange extends MembershipChange {
  readonly channelKey: string | null;
}

/** An audience as the host saw it at some time. */
export interface SeenAudience {
  readonly audience: Audience;
  readonly conversationOnly: boolean;
  readonly channelKey: string;
  /** Microseconds; null where the source has no full time, whose rows count as newest. */
  readonly at: number | null;
}

export interface AudienceIds {
  readonly audienceId: number;
  /** The set of just this audience. */
  readonly setId: number;
}

/** Gives the ids of audiences for as long as no change of membership is recorded. */
export class AudienceBook {
  readonly #room: Room;
  readonly #changes: readonly RecordedChange[];
  readonly #generations: ReadonlyMap<string | null, number>;
  readonly #known = new Map<string, AudienceIds>();

  private constructor(
    room: Room,
    generations: ReadonlyMap<string | null, number>,
    changes: readonly RecordedChange[],
  ) {
    this.#room = room;
    this.#generations = generations;
    this.#changes = changes;
  }

  /** `oldest` is the earliest time that will be asked for. */
  static async open(room: Room, oldest: number | null): Promise<AudienceBook> {
    const generations = await generationsOf(room);
    const changed = generations.size > 0 && oldest !== null;
    return new AudienceBook(room, generations, changed ? await changesSince(room, oldest) : []);
  }

  /** What happened between its time and now has been applied to the audience. */
  async idsOf(seen: SeenAudience): Promise<AudienceIds> {
    const audience = this.asOfNow(seen);
    const key = JSON.stringify([seen.channelKey, seen.conversationOnly, audience]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const ids = await this.#intern(seen, audience);
    this.#known.set(key, ids);
    return ids;
  }

  /** What an audience has become by the changes since its time. */
  asOfNow({ audience, channelKey, at }: SeenAudience): Audience {
    if (at === null) return audience;
    return this.#changes
      .filter((change) => change.at >= at && concerns(change, channelKey))
      .reduce((now, change) => afterChange(now, change, this.#room.connector), audience);
  }

  async #intern(seen: SeenAudience, audience: Audience): Promise<AudienceIds> {
    const { session, connector, place } = this.#room;
    const { channelKey, conversationOnly } = seen;
    const audienceId = await internAudience(
      session,
      { connectorId: connector.id, originConversationId: place.originConversationId, channelKey },
      { audience, conversationOnly, generation: this.#generationOf(channelKey) },
    );
    return { audienceId, setId: await internSet(session, [audienceId]) };
  }

  #generationOf(channelKey: string): number {
    const ofAll = this.#generations.get(null) ?? 0;
    return ofAll + (this.#generations.get(channelKey) ?? 0);
  }
}

function concerns(change: RecordedChange, channelKey: string): boolean {
  return change.channelKey === null || change.channelKey === channelKey;
}

async function generationsOf({ session, place }: Room): Promise<Map<string | null, number>> {
  const rows = await session.query<{ channel_key: string | null; changes: number }>(
    `select channel_key, count(*)::int as changes from backread.membership_events
     where perspective_id = $1 and conversation_id = $2 group by channel_key`,
    [session.perspectiveId, place.originConversationId],
  );
  return new Map(rows.map(({ channel_key, changes }) => [channel_key, changes]));
}

interface ChangeRow {
  readonly channel_key: string | null;
  readonly kind: MembershipChange["kind"];
  readonly readers: readonly string[];
  readonly sees_history: boolean;
  readonly at: number;
}

/** Changes of a conversation at or after an instant, in order of time. */
export async function changesSince(
  { session, place }: Room,
  at: number,
): Promise<readonly RecordedChange[]> {
  const rows = await session.query<ChangeRow>(
    `select channel_key, kind, readers, sees_history,
       (extract(epoch from happened_at) * 1000000)::bigint as at
     from backread.membership_events
     where perspective_id = $1 and conversation_id = $2
       and happened_at >= $3::text::timestamptz`,
    [session.perspectiveId, place.originConversationId, instantOfMicros(at)],
  );
  return rows
    .map(({ channel_key, kind, readers, sees_history, at }) => ({
      channelKey: channel_key,
      kind,
      readers,
      seesHistory: sees_history,
      at,
    }))
    .sort(byTime);
}
