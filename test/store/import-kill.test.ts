import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { openStore } from "../../dist/store/index.js";
import { openDatabase } from "../../dist/store/open-database.js";
import { openPg } from "../../dist/store/postgres/pg.js";
import { asAdmin, copyMigratedFolder, createDatabase } from "./harness.js";
import { contentOf, type Content } from "./support/content.js";
import { runImport, type Import, type Moment } from "./support/kills.js";
import { EXPORTED_ROWS, writeSlackExport } from "./support/slack-export.js";

/** The long run is that of the issue. */
const LONG = process.env["BACKREAD_LONG"] === "1";
const KILLS = LONG ? 100 : 5;
const SERVER_KILLS = LONG ? 20 : 3;
/** For one kill, on a machine that is busy. */
const PATIENCE_MS = 120_000;
const PERSPECTIVE = { tenant: "", agent: "backread" };

/** An empty store that processes can be told of by its url. */
interface Target {
  readonly url: string;
  /** Without anybody's policies. */
  readonly open: () => Database | Promise<Database>;
}

let home: string;
let path: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "backread-kill-"));
  path = join(home, "export");
  await writeSlackExport(path);
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function lookInto<T>({ open }: Target, look: (at: Database) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

async function messagesIn(database: Database): Promise<number> {
  return (await (await openStore({ database, perspective: PERSPECTIVE })).stats()).messages;
}

/** What an import that nobody disturbed leaves; a single posting less is seen to be less. */
async function undisturbed(database: Database): Promise<Content> {
  expect(await messagesIn(database)).toBe(EXPORTED_ROWS);
  const content = await contentOf(database);
  await database.transaction({ begin: "begin" }, (session) =>
    session.query(`delete from backread.postings where (lexeme, row_id) in (
      select lexeme, row_id from backread.postings order by lexeme, row_id limit 1)`),
  );
  expect(await contentOf(database)).not.toEqual(content);
  for (const table of ["messages", "documents", "evidence"])
    expect(content[table]).toHaveLength(EXPORTED_ROWS);
  return content;
}

/** The first as soon as it tells of rows; then some while it starts, most while it tells of rows. */
function momentOf({ milliseconds, telling }: Import, killed: number): Moment {
  if (killed === 0) return { from: "rows", milliseconds: 0 };
  return Math.random() < 0.3
    ? { from: "start", milliseconds: Math.random() * milliseconds }
    : { from: "rows", milliseconds: Math.random() * telling };
}

/** Imports into one new store after another until there were so many kills. */
async function killAgainAndAgain(make: () => Promise<Target>, kills: number): Promise<void> {
  const first = await make();
  const whole = await runImport({ path, url: first.url }, "never");
  // A bar was shown, so that what was told to be in can be held against the store.
  expect(whole.told).toBeGreaterThan(0);
  const content = await lookInto(first, undisturbed);
  let [killed, cutShort] = [0, 0];
  // At least one kill between two transactions of the import, or all of them have shown little.
  const goesOn = (): boolean => killed < kills || (cutShort === 0 && killed < 4 * kills);
  while (goesOn()) {
    const target = await make();
    for (let before = 0, ended = false; !ended;) {
      const moment = goesOn() ? momentOf(whole, killed) : "never";
      const done = await runImport({ path, url: target.url }, moment);
      if (done.killed) killed++;
      ended = !done.killed;
      const now = await lookInto(target, messagesIn);
      expect(now).toBeGreaterThanOrEqual(Math.max(done.told, before));
      if (now > 0 && now < EXPORTED_ROWS) cutShort++;
      before = now;
    }
    // What is resumed to its end has everything, once, as if nothing had happened.
    expect(await lookInto(target, contentOf)).toEqual(content);
  }
  expect(cutShort).toBeGreaterThan(0);
}

describe("an import that is killed again and again, and resumed", () => {
  test("into an embedded store", { timeout: (KILLS + 4) * PATIENCE_MS }, () =>
    killAgainAndAgain(async () => {
      const folder = await copyMigratedFolder();
      const url = `pglite:${folder}`;
      return { url, open: () => openDatabase({ url, inCallersThread: true }) };
    }, KILLS),
  );

  const { servers, missing } = inject("store");
  for (const server of servers)
    test(`into ${server.name}`, { timeout: (SERVER_KILLS + 4) * PATIENCE_MS }, () =>
      killAgainAndAgain(async () => {
        const name = await createDatabase(server, { template: "backread_template" });
        onTestFinished(() => asAdmin(server, `drop database if exists ${name} with (force)`));
        const open = (): Database => openPg({ url: `${server.adminUrl}${name}` });
        return { url: `${server.ownerUrl}${name}`, open };
      }, SERVER_KILLS),
    );
  for (const { name, reason } of missing) test.skip(`into ${name} (${reason})`, () => {});
});
