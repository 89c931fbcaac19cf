import type { ImportItem, MessageSource } from "../../import/item.js";
import { localTimeOf, microsOfIso } from "../../import/time.js";
import type { Author, Message, Sequence } from "../../model/message.js";
import type { Namespace } from "../../speakers/audience.js";
import type { IdScope, MessageEvent } from "../../store/ingest-port.js";
import type { ConversationRef } from "../../store/port.js";
import { audienceOf, kindOf, type Otherwise } from "./import-audience.js";

type MessageItem = Extract<ImportItem, { type: "message" }>;

/** Where imported rows belong. */
export interface ImportTarget {
  readonly connector: Namespace;
  readonly ids: IdScope;
  readonly otherwise: Otherwise;
  /** The room of rows that name none. */
  readonly fallbackRoom: string;
  /** Rows carry numbers of the source's own. */
  readonly ownNumbers: boolean;
}

export interface AddressedEvent {
  readonly conversation: ConversationRef;
  readonly event: MessageEvent;
}

/** Turns the rows of one export into events; remembers what their numbers stand for. */
export class ImportEvents {
  readonly #target: ImportTarget;
  /** Ids of events by row number, for rows of our own form name their roots by number. */
  readonly #named = new Map<Sequence, string>();

  constructor(target: ImportTarget) {
    this.#target = target;
  }

  next(item: MessageItem): AddressedEvent {
    const { sequence, parent } = item.message;
    const addressed = eventOf(item, this.#target);
    const { sourceId } = addressed.event;
    if (sourceId !== rowId(sequence)) this.#named.set(sequence, sourceId);
    if (parent === null || addressed.event.parent !== undefined) return addressed;
    const root = this.#named.get(parent) ?? rowId(parent);
    return { ...addressed, event: { ...addressed.event, parent: root } };
  }
}

/** What file names may bear and no id does, and the sign that begins its spelling. */
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const NO_ID = /[\u0000-\u001f\u007f%]/g;

/**
 * Some sources give rows no ids; there a row is the same row by its place in the same file, which
 * in a folder is not its number: that counts the rows of other files too.
 */
function idOf({ sourceId, sequence }: Message, { place }: MessageSource): string {
  if (sourceId !== undefined) return sourceId;
  return place === undefined ? rowId(sequence) : rowId(place.replace(NO_ID, encodeURIComponent));
}

function rowId(place: Sequence | string): string {
  return `row:${place}`;
}

function eventOf(item: MessageItem, target: ImportTarget): AddressedEvent {
  const { message, source = {} } = item;
  const { chatId, sequence } = message;
  const { connector, fallbackRoom } = target;
  const qualified = qualifiedSource(source, target);
  const id = chatId === null || chatId === "" ? fallbackRoom : chatId;
  const conversation = { connector, kind: kindOf(source), id };
  const micros = source.sentAt ?? (item.source === undefined ? ownTime(message.at) : null);
  const event: MessageEvent = {
    type: "message",
    sourceId: idOf(message, source),
    author: qualifiedAuthor(message.author, target),
    content: message.content,
    ...(message.at === undefined ? {} : { at: message.at }),
    ...(target.ownNumbers ? { sequence } : {}),
    ...(micros === null ? {} : { sentAt: instant(micros) }),
    audience: audienceOf(qualified, connector, target.otherwise),
    ...(source.replyTo === undefined
      ? {}
      : { parent: source.replyTo, replyTarget: source.replyTo }),
    ...(source.chatName === undefined ? {} : { channelLabel: source.chatName }),
    ...(source.threadKey === undefined ? {} : { thread: source.threadKey }),
    ...(source.quoted === undefined ? {} : { quoted: { text: source.quoted } }),
    routeKind: conversation.kind,
  };
  return { conversation, event };
}

/** Rows of our own form give their time as text alone; without a zone it is no instant. */
function ownTime(at: string | undefined): number | null {
  return at === undefined || localTimeOf(at) !== null ? null : microsOfIso(at);
}

/** Ids that mean something only inside a workspace say which one. */
export function qualify(id: string, { ids, connector }: ImportTarget): string {
  return ids === "workspace" && id !== "" ? `${connector.name}:${id}` : id;
}

function qualifiedAuthor(author: Author, target: ImportTarget): Author {
  if (author.type !== "person" && author.type !== "agent") return author;
  return { ...author, id: qualify(author.id, target) };
}

function qualifiedSource(source: MessageSource, target: ImportTarget): MessageSource {
  const all = (ids: readonly string[]) => ids.map((id) => qualify(id, target));
  const { readers, guests } = source;
  return {
    ...source,
    ...(readers === undefined ? {} : { readers: all(readers) }),
    ...(guests === undefined ? {} : { guests: all(guests) }),
  };
}

const MICROS = 1_000_000;

/** Microseconds since 1970 as an ISO instant, none of them lost. */
export function instant(micros: number): string {
  const seconds = Math.floor(micros / MICROS);
  const rest = String(micros - seconds * MICROS).padStart(6, "0");
  return new Date(seconds * 1000).toISOString().replace(".000Z", `.${rest}Z`);
}
