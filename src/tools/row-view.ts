import type { Author } from "../model/message.js";
import { MAX_INDEXED_BYTES } from "../store/bounds.js";
import type { ConversationRef, StoredRow } from "../store/port.js";
import { LEAD_SHARE } from "./bounds.js";
import { plainLine, quotedName } from "./plain-line.js";
import { quoteText } from "./quote.js";
import {
  characterCount,
  placesOf,
  shortenAround,
  shortenFrom,
  type Excerpt,
  type Places,
} from "./shorten.js";
import { showAgo, showInstant } from "./time/show-time.js";
import type { Clock } from "./time/time-point.js";

export interface RowViewOptions {
  readonly marker: string;
  readonly clock: Clock;
  /** Key of the destination's conversation. */
  readonly conversation: string;
  /** What was searched for, so that a shortened text shows it. */
  readonly query?: string;
}

/** Where, when and by whom something was said. */
export interface SourceEntry {
  readonly where: string;
  readonly channel: string | null;
  readonly this_conversation: boolean;
  readonly when: string | null;
  readonly ago: string | null;
  readonly speaker: string;
}

/** One form of a row's text. From `wholeFrom` characters on, every limit gives the same. */
interface ShownText {
  readonly limit: number;
  readonly text: string;
  readonly wholeFrom: number;
}

/**
 * Shows rows in one answer. Names that others chose stand in quotation marks; what differs by id but
 * is shown alike is numbered, so that equal names stay two people without an id of theirs being shown.
 */
export class RowView {
  readonly marker: string;
  readonly #clock: Clock;
  readonly #conversation: string;
  readonly #query: string;
  readonly #names = new Map<string, string[]>();
  readonly #places = new Map<string, Places>();
  readonly #sources = new Map<string, SourceEntry>();
  readonly #totals = new Map<string, number>();
  /** The last form of each row: fitting an answer shows most rows alike many times. */
  readonly #shown = new Map<string, ShownText>();

  constructor({ marker, clock, conversation, query = "" }: RowViewOptions) {
    this.marker = marker;
    this.#clock = clock;
    this.#conversation = conversation;
    this.#query = query;
  }

  /** Where, when and by whom a row was said. Kept, since a row is shown many times over. */
  source(row: StoredRow): SourceEntry {
    const kept = this.#sources.get(row.messageId);
    if (kept !== undefined) return kept;
    const { channel, sentAt, author, ref, conversation } = row;
    const source: SourceEntry = {
      where: this.#where(row),
      channel: channel === null ? null : quotedName(channel.label),
      this_conversation: conversation === this.#conversation,
      when: this.#when(row),
      ago: sentAt === null ? null : showAgo(sentAt, this.#clock),
      speaker: this.author(author, ref.connector),
    };
    this.#sources.set(row.messageId, source);
    return source;
  }

  /** Somebody of this namespace; of the destination's own where none is given. */
  author(author: Author, namespace?: ConversationRef["connector"]): string {
    if (author.type === "operator") return "the operator";
    const id = author.type === "system" ? author.kind : author.id;
    const within = namespace === undefined ? [] : [namespace.type, namespace.name];
    return this.#numbered(`${author.type} ${quotedName(author.label)}`, [...within, id]);
  }

  /** At most `limit` characters of the row around what was searched for, framed. */
  text(row: StoredRow, limit: number): string {
    const last = this.#shown.get(row.messageId);
    if (last !== undefined && (last.limit === limit || limit >= last.wholeFrom)) return last.text;
    const total = this.#characters(row.content);
    const places = total <= limit ? [] : this.#placesIn(row);
    const content = shortenAround(row.content, limit, { places, total });
    const text = this.#framed(row, content, limit);
    const whole = Math.max(total, this.#characters(row.quoted ?? "") * LEAD_SHARE);
    this.#shown.set(row.messageId, { limit, text, wholeFrom: limit < whole ? Infinity : whole });
    return text;
  }

  /** At most `limit` characters of the row from a UTF-16 offset, framed, and how many those are. */
  textFrom(row: StoredRow, start: number, limit: number): { text: string; shown: number } {
    const content = shortenFrom(row.content, start, limit, this.#characters(row.content));
    return { text: this.#framed(row, content, limit), shown: content.shown };
  }

  /** Words of others that are no row, such as a pin's note. */
  words(text: string, limit: number): string {
    return quoteText(this.marker, shortenFrom(text, 0, limit));
  }

  /** The kind of room, its name, and its connector; its id only where people read it as a name. */
  #where({ ref, room, conversation }: StoredRow): string {
    const { connector, kind, id } = ref;
    const name = room === "" && (kind === "channel" || kind === "guild") ? id : room;
    const named = name === "" ? "" : ` ${quotedName(name)}`;
    const on = `${plainLine(connector.type)}/${plainLine(connector.name)}`;
    return this.#numbered(`${kind.replace("_", " ")}${named} on ${on}`, [conversation]);
  }

  #when({ sentAt, at }: StoredRow): string | null {
    const shown = sentAt === null ? null : showInstant(sentAt, this.#clock);
    if (shown !== null) return shown;
    return at === null ? null : quotedName(at);
  }

  #placesIn({ messageId, content }: StoredRow): Places {
    let places = this.#places.get(messageId);
    if (places === undefined) {
      // What is not indexed is not what matched.
      places = placesOf(this.#query, content.slice(0, MAX_INDEXED_BYTES));
      this.#places.set(messageId, places);
    }
    return places;
  }

  #characters(text: string): number {
    const total = this.#totals.get(text) ?? characterCount(text);
    this.#totals.set(text, total);
    return total;
  }

  #framed({ quoted, edited }: StoredRow, content: Excerpt, limit: number): string {
    const part = Math.ceil(limit / LEAD_SHARE);
    const others = quoted === null ? null : shortenFrom(quoted, 0, part, this.#characters(quoted));
    return quoteText(this.marker, content, { quoted: others, edited });
  }

  #numbered(shown: string, key: readonly string[]): string {
    const whole = JSON.stringify(key);
    let keys = this.#names.get(shown);
    if (keys === undefined) this.#names.set(shown, (keys = []));
    let index = keys.indexOf(whole);
    if (index === -1) index = keys.push(whole) - 1;
    return index === 0 ? shown : `${shown} (${index + 1})`;
  }
}

/** Every text of a row that an answer may show: none of them may hold the marker. */
export function shownTexts(row: StoredRow): string[] {
  const { content, quoted, author, channel, ref, at } = row;
  const { id, connector } = ref;
  return [
    content,
    quoted ?? "",
    labelOf(author),
    channel?.label ?? "",
    id,
    connector.type,
    connector.name,
    at ?? "",
  ];
}

function labelOf(author: Author): string {
  return author.type === "operator" ? "" : author.label;
}
