import { openEnvelope, type OpenedEnvelope } from "../../speakers/envelope/open-envelope.js";
import type { Author } from "../../model/message.js";
import type {
  EnvelopedMessageEvent,
  IngestBatch,
  IngestEvent,
  MessageEvent,
} from "../ingest-port.js";
import type { ConversationRef } from "../port.js";
import type { Scope } from "../scope.js";
import { faultOfId, storable } from "../text.js";
import { Refusal } from "./checked-event.js";
import { malformed } from "./fields.js";

/** Any other event than an enveloped one, or why an enveloped one is refused. */
export type PlainEvent = Exclude<IngestEvent, EnvelopedMessageEvent> | Refusal;

/** Opens what came in envelopes, so that from here on all came the structured way. */
export function openEnvelopes(scope: Scope, batch: IngestBatch): Promise<readonly PlainEvent[]> {
  const key = scope.envelopeKeys.of(batch.conversation.connector);
  return Promise.all(batch.events.map((event) => openOne(event, batch.conversation, key)));
}

async function openOne(
  event: IngestEvent,
  conversation: ConversationRef,
  key: CryptoKey | null,
): Promise<PlainEvent> {
  if (!isEnveloped(event)) return hasOddMark(event) ? malformed(ODD_MARK) : event;
  if (key === null) {
    const reason = "the connector declared no envelope secret since the store was opened";
    return new Refusal("no_envelope_secret", reason);
  }
  const { sourceId: messageId, content } = event;
  if (typeof content !== "string") return malformed("content is not a text");
  if (typeof messageId !== "string") return malformed("sourceId is not a text");
  const fault = faultOfId(messageId);
  if (fault !== null) return malformed(`sourceId ${fault}`);
  return asStructured(event, await openEnvelope(key, { conversation, messageId }, content));
}

const ODD_MARK = "enveloped is not a boolean, or the event is no message";

function isEnveloped(event: IngestEvent): event is EnvelopedMessageEvent {
  return isObject(event) && event.type === "message" && event.enveloped === true;
}

/** What does not say plainly that it is no envelope is not stored as it stands. */
function hasOddMark(event: IngestEvent): boolean {
  const mark: unknown = isObject(event) && "enveloped" in event ? event.enveloped : undefined;
  return mark !== undefined && mark !== false;
}

function isObject(event: unknown): event is object {
  return typeof event === "object" && event !== null;
}

/** A structured field was claimed before any text was read. */
function asStructured(event: EnvelopedMessageEvent, opened: OpenedEnvelope): MessageEvent {
  const { text, author, unresolvedReason: _, ...claims } = opened;
  const given = Object.entries(event).filter(([, value]) => value !== undefined);
  return {
    ...claims,
    ...Object.fromEntries(given),
    type: "message",
    sourceId: event.sourceId,
    enveloped: false,
    content: text,
    author: event.author ?? personOf(author),
  };
}

function personOf({ id, label }: OpenedEnvelope["author"]): Author {
  return { type: "person", id, label: storable(label) };
}
