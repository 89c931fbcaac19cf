import { describe, expect, inject, onTestFinished, test } from "vitest";
import { declareConnector } from "../../dist/store/connectors.js";
import type { Database } from "../../dist/store/database.js";
import { openDatabase } from "../../dist/store/open-database.js";
import { openPerspective } from "../../dist/store/perspective.js";
import { openPg } from "../../dist/store/postgres/pg.js";
import type { Scope } from "../../dist/store/scope.js";
import { choices, decisions, entry, proposals } from "../speakers/card-support.js";
import { cardIn, passTime, strayParts } from "./cards-support.js";
import { completion } from "./facts-support.js";
import { Guest } from "./guest/run.js";
import { asAdmin, copyMigratedFolder, createDatabase } from "./harness.js";
import { scriptedServer, type Step } from "./scripted-server.js";
import { channel, PUBLIC, SLACK, tell } from "./spoken.js";

const ROOM = channel("room");
/** For all kills of one store, on a machine that is busy. */
const PATIENCE_MS = 600_000;
/** Kills while the card is written, at a moment that is anybody's guess; a folder is slow to open. */
const BLIND_KILLS = 5;
const FOLDER_BLIND_KILLS = 1;
const BLIND_MS = 60;

interface Target {
  readonly url: string;
  readonly open: () => Database | Promise<Database>;
}

async function lookInto<T>({ open }: Target, look: (scope: Scope) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await look(await openPerspective(database, { tenant: "t", agent: "killed" }));
  } finally {
    await database.close();
  }
}

/** What is on the card, as its person is told; nothing of it is half there. He then says more. */
function told(target: Target, then: string | null = null): Promise<readonly string[]> {
  return lookInto(target, async (scope) => {
    expect(await strayParts(scope)).toBe(0);
    await passTime(scope);
    const card = await cardIn(scope, ROOM, PUBLIC);
    if (then !== null) await say(scope, then);
    return card;
  });
}

let rows = 0;
function say(scope: Scope, text: string): Promise<unknown> {
  const at = new Date(Date.UTC(2026, 0, 1) + ++rows * 1_000).toISOString();
  return tell(scope, [{ in: ROOM, to: PUBLIC, by: "u1", text, at, sourceId: `k${rows}` }]);
}

function begin(target: Target): Promise<unknown> {
  return lookInto(target, async (scope) => {
    await declareConnector(scope, { ...SLACK, ids: "global", trusted: true });
    return say(scope, "chapter 0, haha");
  });
}

const bodyOf = (generation: number): string => `This person is at chapter ${generation}`;

/** One entry is proposed beside what stands; the old one is found to be over. */
function answers(generation: number): readonly Step[] {
  const first = generation === 0;
  const style = entry({ kind: "interaction_style", body: `${bodyOf(generation)}, laughing` });
  return [
    completion(proposals(entry({ body: bodyOf(generation) }), style)),
    completion(
      decisions(
        first
          ? { c1: "durable", c2: "durable" }
          : { c1: "completed", c2: "completed", c3: "durable", c4: "durable" },
      ),
    ),
    completion(first ? choices(["c1"], ["c2"]) : choices(["c3"], ["c4"])),
  ];
}

const cardOf = (generation: number): readonly string[] => [
  bodyOf(generation),
  `${bodyOf(generation)}, laughing`,
];

const saidIn = (generation: number): string => `chapter ${generation}, haha`;

async function build(target: Target, generation: number): Promise<void> {
  const server = await scriptedServer(answers(generation));
  const guest = new Guest("cards", [target.url, server.url]);
  expect(await guest.ended()).toBe("open\ndone\n");
  await server.finish();
  expect(await told(target, saidIn(generation + 1))).toEqual(cardOf(generation));
}

/** Kills a builder once it asked so many questions, and some moments after that. */
async function kill(
  target: Target,
  { script, asked, after = 0 }: { readonly script: readonly Step[]; asked: number; after?: number },
): Promise<void> {
  const server = await scriptedServer(script);
  const guest = new Guest("cards", [target.url, server.url]);
  while (server.seen.length < asked) {
    if (guest.process.exitCode !== null) throw new Error(`it ended: ${guest.output}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await new Promise((resolve) => setTimeout(resolve, after));
  await guest.kill();
  await server.finish();
}

async function killAndRepair(target: Target, blindKills: number): Promise<void> {
  await begin(target);
  await build(target, 0);
  let generation = 0;
  // While a question is open that nobody answers …
  for (const asked of [1, 2, 3]) {
    const script = [...answers(generation + 1).slice(0, asked - 1), { hang: true } as const];
    await kill(target, { script, asked });
    expect(await told(target)).toEqual(cardOf(generation));
    await build(target, ++generation);
  }
  // … and at any moment after the last answer.
  for (let kills = 0; kills < blindKills; kills++) {
    const script = answers(++generation);
    await kill(target, { script, asked: 3, after: Math.random() * BLIND_MS });
    const now = await told(target);
    expect([cardOf(generation - 1), cardOf(generation)]).toContainEqual(now);
    if (now[0] === bodyOf(generation)) await told(target, saidIn(generation + 1));
    else await build(target, generation);
  }
}

describe("a builder of cards that is killed at every step leaves the last good card", () => {
  test("in an embedded store", { timeout: PATIENCE_MS }, async () => {
    const url = `pglite:${await copyMigratedFolder()}`;
    const open = () => openDatabase({ url, inCallersThread: true });
    await killAndRepair({ url, open }, FOLDER_BLIND_KILLS);
  });

  const { servers, missing } = inject("store");
  for (const server of servers)
    test(`on ${server.name}`, { timeout: PATIENCE_MS }, async () => {
      const name = await createDatabase(server, { template: "backread_template" });
      onTestFinished(() => asAdmin(server, `drop database if exists ${name} with (force)`));
      const url = `${server.ownerUrl}${name}`;
      await killAndRepair({ url, open: () => openPg({ url }) }, BLIND_KILLS);
    });
  for (const { name, reason } of missing) test.skip(`on ${name} (${reason})`, () => {});
});
