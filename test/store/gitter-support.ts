import { openAsBlob, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { idScopeOf } from "../../dist/cli/store/id-scope.js";
import { ImportBatches } from "../../dist/cli/store/import-batches.js";
import { ImportEvents, type ImportTarget } from "../../dist/cli/store/import-events.js";
import { readExport, type ImportItem } from "../../dist/import/index.js";
import { declareConnector } from "../../dist/store/connectors.js";
import type { Database } from "../../dist/store/database.js";
import { ingest } from "../../dist/store/ingest/index.js";
import { openPerspective } from "../../dist/store/perspective.js";
import type { ConversationRef, View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { shared } from "../import/helpers.js";
import { searchTimeoutMs } from "./harness.js";
import { sql, viewAt } from "./roster-support.js";
import { PUBLIC, sure } from "./spoken.js";

export const FILE = shared("gitter.jsonl.gz");

/** One line of the file, as `JSON.parse` gives it: the naive side knows no reader of ours. */
export interface Line {
  readonly seq: number;
  readonly id: string;
  readonly channel: string;
  readonly author_id: string;
  readonly author: string;
  readonly bot?: boolean;
  readonly text: string;
}

let read: readonly Line[] | undefined;

/** Every line of the file, read once. */
export function allLines(): readonly Line[] {
  return (read ??= gunzipSync(readFileSync(FILE.url))
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line));
}

/** The lines of some rooms; one that the file holds twice is one message, the first. */
export function linesOf(...rooms: readonly string[]): readonly Line[] {
  const wanted = new Set(rooms);
  const seen = new Set<string>();
  return allLines().filter(({ channel, id }) => {
    if (!wanted.has(channel) || seen.has(id)) return false;
    return seen.add(id);
  });
}

/** Somebody of whom a roster can tell: a person with an account, who said something. */
export function isSpoken({ author_id, bot, text }: Line): boolean {
  return author_id !== "" && bot !== true && /\S/.test(text);
}

/** People by their last words, who spoke last first: a fold without a database. */
export function newestPeople(lines: readonly Line[]): readonly Line[] {
  const last = new Map<string, Line>();
  for (const line of lines) if (isSpoken(line)) last.set(line.author_id, line);
  return [...last.values()].toSorted((a, b) => b.seq - a.seq);
}

const CONNECTOR = { type: "rows", name: "gitter" };
const TARGET: ImportTarget = {
  connector: CONNECTOR,
  ids: idScopeOf("rows"),
  otherwise: { kind: "public" },
  fallbackRoom: "gitter",
  ownNumbers: false,
};

export function roomOf(id: string): ConversationRef {
  return { connector: CONNECTOR, kind: "channel", id };
}

/** The actor of an account of the import. */
export function actorOf(authorId: string): string {
  return `actor:${CONNECTOR.type}:${CONNECTOR.name}:${authorId}`;
}

type MessageItem = Extract<ImportItem, { type: "message" }>;

let items: Promise<readonly MessageItem[]> | undefined;

async function readItems(): Promise<readonly MessageItem[]> {
  const read: MessageItem[] = [];
  for await (const item of readExport("gitter.jsonl.gz", await openAsBlob(FILE.url)))
    if (item.type === "message") read.push(item);
  return read;
}

/** A perspective of its own that knows the rooms' connector. */
export async function newGitter(database: Database, agent: string): Promise<Scope> {
  const scope = await openPerspective(database, { tenant: "gitter", agent }, { searchTimeoutMs });
  await declareConnector(scope, { ...CONNECTOR, ids: TARGET.ids });
  return scope;
}

/** What of the file is fed, and under which names. */
export interface Feed {
  readonly rooms: readonly string[];
  /** The first and the last number of it. */
  readonly from?: number;
  readonly to?: number;
  /** Names that take the place of those in the file, by the id of their account. */
  readonly labels?: ReadonlyMap<string, string>;
}

export interface Fed {
  /** Source ids by message id. */
  readonly sources: ReadonlyMap<string, string>;
  readonly repeated: number;
}

/** As `backread import --audience public` does it, batch for batch. */
export async function feed(
  scope: Scope,
  { rooms, from = 0, to = Infinity, labels = new Map() }: Feed,
): Promise<Fed> {
  const events = new ImportEvents(TARGET);
  const batches = new ImportBatches();
  const wanted = new Set(rooms);
  const sources = new Map<string, string>();
  let repeated = 0;
  const write = async (batch: Parameters<typeof ingest>[1]): Promise<void> => {
    const { outcomes } = await ingest(scope, batch);
    for (const [at, outcome] of outcomes.entries()) {
      const { sourceId } = sure(batch.events[at] as { sourceId: string } | undefined);
      if (outcome.status === "stored") sources.set(outcome.messageId, sourceId);
      else if (outcome.status === "repeated") repeated++;
      else throw new Error(JSON.stringify(outcome));
    }
  };
  for (const item of await (items ??= readItems())) {
    const { chatId, sequence } = item.message;
    if (!wanted.has(chatId ?? "") || sequence < from || sequence > to) continue;
    for (const batch of batches.add(events.next(named(item, labels)))) await write(batch);
  }
  for (const batch of batches.rest()) await write(batch);
  return { sources, repeated };
}

function named(item: MessageItem, labels: ReadonlyMap<string, string>): MessageItem {
  const { author } = item.message;
  const label = author.type === "person" ? labels.get(author.id) : undefined;
  if (author.type !== "person" || label === undefined) return item;
  return { ...item, message: { ...item.message, author: { ...author, label } } };
}

export function gitterView(scope: Scope, room: string): Promise<View> {
  return viewAt(scope, { conversation: roomOf(room), audience: PUBLIC });
}

/** Matches of one room by who said them, and how many there are beside persons. */
export interface Matches {
  readonly bySpeaker: ReadonlyMap<string, number>;
  readonly unknown: number;
  readonly total: number;
}

/**
 * Rows that hold a word, counted by reading every one of the room: no posting, no audience, no
 * speaker of the store has a part in it, only the database's own notion of what a word is.
 */
export async function countMatches(scope: Scope, room: string, word: string): Promise<Matches> {
  const rows = await sql<{ readonly author: string; readonly matches: number }>(
    scope,
    `select case when m.author_type = 'person' then m.author_id else '' end as author,
      count(*)::int as matches
    from backread.messages m join backread.routes r
      on r.perspective_id = m.perspective_id and r.id = m.route_id
    where m.perspective_id = $1 and r.key = '${room}'
      and to_tsvector('english', m.content) @@ plainto_tsquery('english', '${word}')
    group by 1`,
  );
  const bySpeaker = new Map(rows.map(({ author, matches }) => [author, matches]));
  const unknown = bySpeaker.get("") ?? 0;
  bySpeaker.delete("");
  const total = rows.reduce((sum, { matches }) => sum + matches, 0);
  return { bySpeaker, unknown, total };
}
