/** What was imported, arranged for reading: desks, threads, who wrote, and rows by their sequence. */
import {
  sameConversation,
  type Author,
  type Candidate,
  type Conversation,
  type Desk,
  type Message,
  type Sequence,
} from "../../dist/index.js";
import type { ImportReport } from "../../dist/import/index.js";
import { addressOf, count, nameOf } from "./words.js";

/** What the general desk is called where the source has no name for it. */
const GENERAL = "main";

/** What one import brought. */
export interface Imported {
  readonly name: string;
  /** Ascending by sequence. */
  readonly messages: readonly Message[];
  readonly desks: readonly Desk[];
  readonly report: ImportReport;
}

export interface DeskRows {
  /** As its rows carry it; "" for the general desk. */
  readonly id: string;
  readonly name: string;
  readonly rows: readonly Message[];
}

/** Somebody who wrote, as a picker offers them. */
export interface Writer extends Candidate {
  readonly type: Author["type"];
  readonly rows: number;
}

export class Transcript {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly report: ImportReport;
  /** The general desk first, then by name. */
  readonly desks: readonly DeskRows[];
  /** Those who wrote most first. */
  readonly writers: readonly Writer[];
  readonly #replies = new Map<Sequence, Message[]>();

  constructor({ name, messages, desks, report }: Imported) {
    this.name = name;
    this.messages = messages;
    this.report = report;
    this.desks = desksOf(messages, desks);
    this.writers = writersOf(messages);
    for (const row of messages) if (row.parent !== null) add(this.#replies, row.parent, row);
  }

  desk(id: string): DeskRows | null {
    return this.desks.find((desk) => desk.id === id) ?? null;
  }

  at(sequence: Sequence): Message | null {
    const row = this.messages[indexOf(this.messages, sequence)];
    return row?.sequence === sequence ? row : null;
  }

  repliesTo(root: Sequence): readonly Message[] {
    return this.#replies.get(root) ?? [];
  }

  conversation(deskId: string, threadRoot: Sequence | null = null): Conversation {
    const deskName = this.desk(deskId)?.name ?? deskId;
    return { deskId: deskId === "" ? GENERAL : deskId, deskName, threadRoot };
  }
}

export function deskIdOf({ chatId }: Pick<Message, "chatId">): string {
  return sameConversation(chatId, null) ? "" : (chatId ?? "");
}

/** Where a sequence stands in ascending rows, or would stand. */
export function indexOf(rows: readonly Message[], sequence: Sequence): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.sequence ?? Infinity) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

function desksOf(messages: readonly Message[], named: readonly Desk[]): DeskRows[] {
  const names = new Map(named.map(({ id, name }) => [deskIdOf({ chatId: id }), name]));
  const rows = new Map<string, Message[]>();
  for (const id of names.keys()) rows.set(id, []);
  for (const row of messages) add(rows, deskIdOf(row), row);
  return Array.from(rows, ([id, held]) => {
    return { id, name: names.get(id) ?? (id === "" ? GENERAL : id), rows: held };
  }).sort((a, b) => Number(b.id === "") - Number(a.id === "") || a.name.localeCompare(b.name));
}

function writersOf(messages: readonly Message[]): Writer[] {
  const counted = new Map<string, { author: Author; rows: number }>();
  for (const { author } of messages) {
    const key = `${author.type} ${addressOf(author)}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { author, rows: 1 });
    else {
      known.author = author;
      known.rows++;
    }
  }
  return Array.from(counted.values(), ({ author, rows }) => {
    const id = addressOf(author);
    return { id, label: nameOf(author), detail: detailOf(id, rows), type: author.type, rows };
  })
    .filter(({ id }) => id !== "")
    .sort((a, b) => b.rows - a.rows);
}

function detailOf(id: string, rows: number): string {
  return `${id} · ${count(rows, "row")}`;
}

function add<Key>(lists: Map<Key, Message[]>, key: Key, row: Message): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [row]);
  else list.push(row);
}
