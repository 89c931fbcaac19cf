import { DIRECT_KINDS, isDirect } from "../../speakers/route-kind.js";
import type { BoundSession } from "../scope.js";
import type { Binding } from "../view/binding.js";
import { EligibleSql } from "../view/eligible.js";
import { Parameters } from "../view/parameters.js";

/** The row that a request asks to be answered. */
export interface AnsweredRow {
  readonly sequence: number;
  /** The conversation that its source ids are of. */
  readonly originConversationId: number;
  /** The actor that the requester counts as; empty where the row does not say that it is his. */
  readonly requester: string;
  /** Its label of the requester. */
  readonly label: string;
  readonly isGuild: boolean;
}

/** Whether a request stands in a channel at all. A direct message does not, whatever ids it has. */
export function isInChannel({ options: { destination }, channelKey, audience }: Binding): boolean {
  const { conversation, route = conversation } = destination;
  const isPrivate = audience.kind === "members" && audience.direct === true;
  return channelKey !== "" && !isPrivate && !isDirect(conversation.kind) && !isDirect(route.kind);
}

/** Null where it may not be read here, is of another conversation, or is a direct message. */
export async function readAnswered(
  session: BoundSession,
  binding: Binding,
  { sets, messageId }: { readonly sets: readonly number[]; readonly messageId: string },
): Promise<AnsweredRow | null> {
  const { place, requester } = binding;
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const isHis =
    `m.author_type = 'person' and m.connector_id = ${parameters.add(requester?.connectorId ?? null)}::int` +
    ` and m.author_id = ${parameters.add(requester?.id ?? null)}::text`;
  const [row] = await session.query<AnsweredRow>(
    `select m.sequence, m.origin_conversation_id as "originConversationId",
      case when ${isHis} then backread.actor_head(m.perspective_id, m.actor_id) else '' end as requester,
      case when ${isHis} then m.author_label else '' end as label, v.kind = 'guild' as "isGuild"
    from backread.messages m join backread.conversations v
      on v.perspective_id = m.perspective_id and v.id = m.conversation_id
    where m.conversation_id = ${parameters.add(place.conversationId)}::int
      and m.message_id = ${parameters.add(messageId)}::uuid
      and m.route_kind <> all(${parameters.add(DIRECT_KINDS)}::text[]) and ${sql.verified("m")}`,
    parameters.values,
  );
  return row ?? null;
}
