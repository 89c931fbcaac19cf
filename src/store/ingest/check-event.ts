import { normalReaders } from "../../speakers/normal-audience.js";
import { isConversationKind } from "../../speakers/route-kind.js";
import type { Connector } from "../connectors.js";
import type {
  DeleteEvent,
  EditEvent,
  JoinEvent,
  LeaveEvent,
  MessageEvent,
  RestrictEvent,
} from "../ingest-port.js";
import { storable } from "../text.js";
import { actorOf, isAmbiguous } from "./actor-of.js";
import {
  Refusal,
  type CheckedDelete,
  type CheckedEdit,
  type CheckedEvent,
  type CheckedMembership,
  type CheckedMessage,
} from "./checked-event.js";
import * as field from "./fields.js";
import type { PlainEvent } from "./open-envelopes.js";
import type { Numbering } from "./place.js";

/** Any event whose envelope was opened, or that had none. */
type Structured = Exclude<PlainEvent, Refusal>;

/** What the store makes of an event, or why it is refused. */
export function checkEvent(
  event: Structured,
  position: number,
  connector: Connector,
): CheckedEvent | Refusal {
  try {
    return checked(event, position, connector);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function checked(event: Structured, position: number, connector: Connector): CheckedEvent {
  if (typeof event !== "object" || event === null) throw field.malformed("is not an event");
  switch (event.type) {
    case "message":
      return checkMessage(event, position, connector);
    case "edit":
      return checkEdit(event, position, connector);
    case "delete":
      return checkDelete(event, position);
    case "leave":
    case "restrict":
    case "join":
      return checkMembership(event, position, connector);
    default:
      throw field.malformed("type is not a known type");
  }
}

function checkMessage(event: MessageEvent, position: number, connector: Connector): CheckedMessage {
  if (typeof event.content !== "string") throw field.malformed("content is not a text");
  field.object("author", event.author);
  field.text("at", event.at);
  // Whoever says something else than no means it to be kept in.
  field.flag("conversationOnly", event.conversationOnly);
  const content = storable(event.content);
  const sentAt = event.sentAt === undefined ? null : field.instant("sentAt", event.sentAt);
  const own = isOwn(event, connector);
  return {
    type: "message",
    position,
    sourceId: field.id("sourceId", event.sourceId),
    event: checkedProvenance(event),
    numbering: numberingOf(event, sentAt),
    sentAt,
    ...authorColumns(event, connector),
    content,
    repaired: content !== event.content,
    audience: field.audience(event.audience, connector),
    conversationOnly: own || event.conversationOnly === true,
    lineage: own ? "unknown" : "none",
  };
}

function numberingOf({ sequence }: MessageEvent, sentAt: number | null): Numbering {
  if (sequence === undefined) return sentAt === null ? "order" : "time";
  if (!Number.isSafeInteger(sequence) || sequence < 0)
    throw field.malformed("sequence is not a safe integer of 0 or more");
  return "source";
}

function isOwn({ author }: MessageEvent, { agentIds }: Connector): boolean {
  return author.type === "agent" && agentIds.has(author.id);
}

type AuthorColumns = Pick<CheckedMessage, "authorId" | "authorLabel" | "actorId">;

/** Of a system row the kind stands where others have their id. */
function authorColumns(event: MessageEvent, connector: Connector): AuthorColumns {
  const { author } = event;
  switch (author.type) {
    case "operator":
      return { authorId: "", authorLabel: "", actorId: "" };
    case "system": {
      const authorId = field.idOrEmpty("author.kind", author.kind);
      return { authorId, authorLabel: field.label("author.label", author.label), actorId: "" };
    }
    case "person":
    case "agent": {
      const authorId = field.idOrEmpty("author.id", author.id);
      if (!isOwn(event, connector)) checkQualified(authorId, connector);
      return {
        authorId,
        authorLabel: field.label("author.label", author.label),
        actorId: author.type === "person" ? actorOf(authorId, connector) : "",
      };
    }
    default:
      throw field.malformed("author.type is not a known type");
  }
}

/** Equal ids of two workspaces would become one person. An empty id is nobody's. */
function checkQualified(authorId: string, connector: Connector): void {
  if (!isAmbiguous(authorId, connector)) return;
  const reason = "the connector's ids are those of a workspace, and this one does not name it";
  throw new Refusal("unqualified_author", reason);
}

const IDS = ["channel", "parent", "replyTarget", "replyAuthor", "thread", "guild"] as const;

/** The provenance columns, so that what is stored of them is text and fits an index. */
function checkedProvenance(event: MessageEvent): MessageEvent {
  for (const name of IDS) field.idOrEmpty(name, event[name]);
  const channelLabel = field.label("channelLabel", event.channelLabel);
  if (event.routeKind !== undefined && !isConversationKind(event.routeKind))
    throw field.malformed("routeKind is not a known kind");
  if (event.quoted === undefined) return { ...event, channelLabel };
  field.object("quoted", event.quoted);
  field.idOrEmpty("quoted.sourceId", event.quoted.sourceId);
  const label = field.label("quoted.label", event.quoted.label);
  return {
    ...event,
    channelLabel,
    quoted: { ...event.quoted, text: field.text("quoted.text", event.quoted.text), label },
  };
}

function checkEdit(event: EditEvent, position: number, connector: Connector): CheckedEdit {
  if (typeof event.content !== "string") throw field.malformed("content is not a text");
  const content = storable(event.content);
  return {
    type: "edit",
    position,
    sourceId: field.id("sourceId", event.sourceId),
    by: field.id("by", event.by),
    content,
    repaired: content !== event.content,
    at: field.instant("at", event.at),
    audience: field.audience(event.audience, connector),
  };
}

function checkDelete(event: DeleteEvent, position: number): CheckedDelete {
  field.instant("at", event.at);
  return { type: "delete", position, sourceId: field.id("sourceId", event.sourceId) };
}

function checkMembership(
  event: LeaveEvent | RestrictEvent | JoinEvent,
  position: number,
  { agentIds, joinersSeeHistory }: Connector,
): CheckedMembership {
  const seesHistory = event.type === "join" && event.seesHistory;
  if (seesHistory && !joinersSeeHistory) {
    const reason = "the connector did not declare that those who join see the history";
    throw new Refusal("history_not_shown", reason);
  }
  const named =
    event.type === "restrict"
      ? field.readers("readers", event.readers)
      : [field.id("reader", event.reader)];
  return {
    type: "membership",
    position,
    channelKey: event.channel === undefined ? null : field.idOrEmpty("channel", event.channel),
    change: {
      kind: event.type,
      readers: normalReaders(named, agentIds),
      seesHistory,
      at: field.instant("at", event.at),
    },
  };
}
