import type { PayloadPlace } from "../../speakers/guild/payload-order.js";
import type { BoundSession } from "../scope.js";
import { isStorable } from "../view/filters.js";
import { EligibleSql } from "../view/eligible.js";
import { Parameters } from "../view/parameters.js";
import type { PayloadMessage } from "./context-port.js";

interface PayloadRecord {
  readonly message_id: string;
  readonly sequence: number;
  /** Null where the row's source ids are of another conversation than those of the payload. */
  readonly source_id: string | null;
}

/** Where the messages of a payload stand: those that are rows of the conversation, as rows of it. */
export async function placePayload(
  session: BoundSession,
  payload: readonly PayloadMessage[],
  of: {
    readonly sets: readonly number[];
    readonly conversationId: number;
    readonly originConversationId: number;
  },
): Promise<readonly PayloadPlace[]> {
  const ids = payload.flatMap(({ messageId }) => messageId?.toLowerCase() ?? []);
  const sources = payload.flatMap(({ sourceId = "" }) => (isStorable(sourceId) ? [sourceId] : []));
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets: of.sets });
  const origin = `${parameters.add(of.originConversationId)}::int`;
  const records = await session.query<PayloadRecord>(
    `select m.message_id::text as message_id, m.sequence,
      case when m.origin_conversation_id = ${origin} then m.source_id end as source_id
    from backread.messages m
    where m.conversation_id = ${parameters.add(of.conversationId)}::int and ${sql.verified("m")}
      and (m.message_id = any(${parameters.add(ids)}::uuid[])
        or m.origin_conversation_id = ${origin}
          and m.source_id = any(${parameters.add(sources)}::text[]))`,
    parameters.values,
  );
  const byId = new Map(records.map((record) => [record.message_id, record]));
  const bySource = new Map(records.map((record) => [record.source_id, record]));
  return payload.map(({ role, messageId, sourceId }) => {
    const found = byId.get(messageId?.toLowerCase() ?? "") ?? bySource.get(sourceId ?? "");
    return {
      role,
      row:
        found === undefined ? null : { messageId: found.message_id, sequence: found.sequence },
    };
  });
}
