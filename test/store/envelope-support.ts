import {
  envelopeKey,
  sealEnvelope,
  type EnvelopeBlock,
  type Unsealed,
} from "../../dist/speakers/index.js";
import type { Row } from "../../dist/store/database.js";
import type { EnvelopedMessageEvent } from "../../dist/store/ingest-port.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import { message, ROOM } from "./ingest-support.js";

export const SECRET = "0123456789abcdef-the-secret";

export function info(fields: EnvelopeBlock["fields"]): EnvelopeBlock {
  return { label: "Conversation info", fields };
}

/** An event of a transport that wraps what somebody says, for one conversation. */
export async function enveloped(
  sourceId: string,
  parts: Partial<Unsealed>,
  conversation: ConversationRef = ROOM,
): Promise<EnvelopedMessageEvent> {
  const origin = { conversation, messageId: sourceId };
  const whole = { before: [], text: "", ...parts };
  const content = await sealEnvelope(await envelopeKey(SECRET), origin, whole);
  const { author: _, ...event } = message(sourceId, content);
  return { ...event, enveloped: true };
}

const COLUMNS = `source_id, author_type, author_id, author_label, actor_id, content, channel_key,
  channel_label, route_kind, guild_key, thread_key, reply_target_source_id, reply_author_id,
  reply_subject_actor_id, reply_subject_label, reply_attribution_version, quoted, quoted_label,
  quoted_row is not null as verified, source_time, set_id is not null as evident, index_status`;

/** Rows of any query in which `$1` is the perspective, bound to it as servers demand. */
export function asWriter(
  scope: Scope,
  text: string,
  values: readonly string[] = [],
): Promise<readonly Row[]> {
  return writing(scope, (session) => session.query(text, [scope.perspectiveId, ...values]));
}

/** All that a perspective's rows say of who, where and in answer to whom. */
export function provenance(scope: Scope): Promise<readonly Row[]> {
  return asWriter(
    scope,
    `select ${COLUMNS} from backread.messages where perspective_id = $1 order by source_id`,
  );
}
