import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { idScopeOf } from "../../dist/cli/store/id-scope.js";
import { ImportEvents, type AddressedEvent } from "../../dist/cli/store/import-events.js";
import {
  readExport,
  readFolder,
  type FolderEntry,
  type ImportItem,
} from "../../dist/import/index.js";
import type { Database } from "../../dist/store/database.js";
import { declareConnector } from "../../dist/store/connectors.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import { forEachDatabase } from "./harness.js";
import { openScope, take } from "./ingest-support.js";

const FIXTURES = new URL("../fixtures/replies/", import.meta.url);

type Platform = "discord" | "slack" | "telegram";

/** Who is answered by each reply, by conversation and id; empty for nobody. */
type Answered = Readonly<Record<string, string>>;

const SLACK: Answered = {
  // Its root stands in a later day's file.
  "C1 1770076900.000300": "actor:slack:club:U2",
  "C1 1769904200.000100": "",
  "C1 1769990500.000100": "actor:slack:club:U1",
  "C1 1769990600.000100": "actor:slack:club:U1",
  "C1 1770076870.000100": "",
  // One `ts` names a row in each channel.
  "C2 1769904300.000100": "actor:slack:club:U3",
  "C2 1769990700.000100": "",
};

const TRIPS = "800000000000000002";
const DISCORD: Answered = {
  [`${TRIPS} 1202`]: "actor:discord:111",
  [`${TRIPS} 1203`]: "actor:discord:114",
  [`${TRIPS} 1206`]: "",
  [`${TRIPS} 1102`]: "actor:discord:113",
};

const TELEGRAM: Answered = {
  "5001 12": "actor:telegram:user11",
  "5001 13": "actor:telegram:user13",
  "5001 15": "",
  "5001 16": "",
  "5001 17": "",
};

/** The files of an export, in the order of their paths. */
function entries(platform: Platform): readonly FolderEntry[] {
  const folder = new URL(`${platform}/`, FIXTURES);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".json"));
  return paths.sort().map((path) => ({
    path,
    source: new Blob([readFileSync(new URL(path, folder))]),
  }));
}

async function open(database: Database, platform: Platform): Promise<Scope> {
  const scope = await openScope(database);
  await declareConnector(scope, { type: platform, name: "club", ids: idScopeOf(platform) });
  return scope;
}

/** Rows as the CLI makes events of them. */
async function eventsOf(
  platform: Platform,
  items: AsyncIterable<ImportItem>,
): Promise<readonly AddressedEvent[]> {
  const events = new ImportEvents({
    connector: { type: platform, name: "club" },
    ids: idScopeOf(platform),
    otherwise: { kind: "public" },
    fallbackRoom: "room",
    ownNumbers: false,
  });
  const addressed: AddressedEvent[] = [];
  for await (const item of items) if (item.type === "message") addressed.push(events.next(item));
  return addressed;
}

/** Each row in a transaction of its own. */
async function store(scope: Scope, events: readonly AddressedEvent[]): Promise<void> {
  for (const { conversation, event } of events) {
    const [outcome] = await take(scope, [event], conversation);
    expect(outcome?.status).toBe("stored");
  }
}

async function answered(scope: Scope): Promise<Answered> {
  const rows = await writing(scope, (session) =>
    session.query(
      `select r.key, m.source_id, m.reply_subject_actor_id as actor
       from backread.messages m join backread.routes r
         on r.perspective_id = m.perspective_id and r.id = m.route_id
       where m.perspective_id = $1
         and (m.reply_target_source_id <> '' or m.reply_subject_actor_id <> '')`,
      [session.perspectiveId],
    ),
  );
  return Object.fromEntries(
    rows.map(({ key, source_id: id, actor }) => [`${String(key)} ${String(id)}`, String(actor)]),
  );
}

const EXPORTS: readonly (readonly [platform: Platform, expected: Answered])[] = [
  ["slack", SLACK],
  ["discord", DISCORD],
  ["telegram", TELEGRAM],
];

forEachDatabase("replies of exports", (openDatabase) => {
  let shared: Promise<Database> | undefined;
  /** A perspective of its own each, so that one database does. */
  const database = (): Promise<Database> => (shared ??= openDatabase());

  test.each(EXPORTS)("%s: whom each reply answers", async (platform, expected) => {
    const scope = await open(await database(), platform);
    await store(scope, await eventsOf(platform, readFolder(entries(platform))));
    expect(await answered(scope)).toEqual(expected);
  });

  test.each(EXPORTS)("%s: the same when the last rows come first", async (platform, expected) => {
    const scope = await open(await database(), platform);
    const events = await eventsOf(platform, readFolder(entries(platform)));
    await store(scope, events.toReversed());
    expect(await answered(scope)).toEqual(expected);
  });

  test("discord: each file by an import of its own, the one with the answers first", async () => {
    const scope = await open(await database(), "discord");
    const [first, second] = entries("discord");
    if (first === undefined || second === undefined) throw new Error("there are no two files");
    await store(scope, await eventsOf("discord", readExport(first.path, first.source)));
    // What it answers is not there yet.
    expect(await answered(scope)).toEqual({
      [`${TRIPS} 1202`]: "",
      [`${TRIPS} 1203`]: "actor:discord:114",
      [`${TRIPS} 1206`]: "",
    });
    await store(scope, await eventsOf("discord", readExport(second.path, second.source)));
    expect(await answered(scope)).toEqual(DISCORD);
  });

  test("slack: an answer to a root that was deleted answers nobody", async () => {
    const scope = await open(await database(), "slack");
    const events = await eventsOf("slack", readFolder(entries("slack")));
    await store(scope, events);
    const root = events.find(({ event }) => event.sourceId === "1770076850.000200");
    if (root === undefined) throw new Error("the root is not there");
    const at = "2026-03-01T00:00:00Z";
    await take(scope, [{ type: "delete", sourceId: root.event.sourceId, at }], root.conversation);
    expect(await answered(scope)).toEqual({ ...SLACK, "C1 1770076900.000300": "" });
  });
});
