/** An embedded database in a folder: who may open it, and what outlives a process that is killed. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, open, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { lockFile } from "../../dist/store/node/lock-file.js";
import { processStart } from "../../dist/store/node/process-start.js";
import { openDatabase } from "../../dist/store/open-database.js";
import { copyMigratedFolder } from "./harness.js";
import { Guest } from "./guest/run.js";

const BEGIN = { begin: "begin" };
const ENDLESS = "do $$ begin for i in 1..2000000000 loop null; end loop; end $$";
const DEAD_PID = 2 ** 22 + 1;
/** For a folder that is opened again and again, on a machine that is busy. */
const PATIENCE_MS = 900_000;

async function opened(folder: string): Promise<Database> {
  const database = await openDatabase({ url: `pglite:${folder}` });
  onTestFinished(() => database.close());
  return database;
}

async function lockPath(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "backread-lock-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return join(home, "store.lock");
}

function lockOf(pid: number, changes: Readonly<Record<string, unknown>> = {}): string {
  const start = processStart(pid) ?? "none";
  return JSON.stringify({ pid, start, host: hostname(), token: `t-${pid}`, ...changes });
}

describe("a folder", () => {
  test("a statement that does not end is ended, and the rows are there for the next", async () => {
    const database = await opened(await copyMigratedFolder());
    await database.transaction(BEGIN, (session) =>
      session.script("create table kept as select i from generate_series(1, 100) i"),
    );
    const started = performance.now();
    const endless = database.transaction({ ...BEGIN, timeoutMs: 200 }, async (session) => {
      await session.query("insert into kept values (101)");
      await session.script(ENDLESS);
    });
    const next = database.transaction(BEGIN, (session) =>
      session.query("select count(*) as n from kept"),
    );
    await expect(endless).rejects.toMatchObject({ code: "timed_out" });
    const ended = performance.now() - started;
    expect(await next).toEqual([{ n: 100 }]);
    console.log(
      `ended after ${Math.round(ended)} ms, the next after ${Math.round(performance.now() - started)} ms`,
    );
    const controller = new AbortController();
    const aborted = database.transaction({ ...BEGIN, signal: controller.signal }, (session) =>
      session.script(ENDLESS),
    );
    setTimeout(() => controller.abort(), 50);
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
    expect(await database.transaction(BEGIN, (s) => s.query("select 1 as a"))).toEqual([{ a: 1 }]);
  });

  test("is closed, opened again, and has no lock in between", async () => {
    const folder = await copyMigratedFolder();
    const first = await openDatabase({ url: `pglite:${folder}` });
    expect(existsSync(`${folder}.lock`)).toBe(true);
    await first.transaction(BEGIN, (session) => session.script("create table t as select 1 as a"));
    await first.close();
    expect(await readdir(dirname(folder))).toEqual([basename(folder)]);
    const second = await opened(folder);
    expect(await second.transaction(BEGIN, (s) => s.query("select a from t"))).toEqual([{ a: 1 }]);
  });

  test("is refused by name where a path can have none", async () => {
    const folder = await copyMigratedFolder();
    const file = join(dirname(folder), "file");
    await writeFile(file, "");
    for (const path of [file, join(file, "below")])
      await expect(openDatabase({ url: `pglite:${path}` })).rejects.toMatchObject({
        code: "invalid_argument",
        data: { argument: "url" },
      });
  });

  test("is opened by a script that stands on the command line", async () => {
    const folder = await copyMigratedFolder();
    const door = new URL("../../dist/store/open-database.js", import.meta.url).href;
    const script = `
      import { openDatabase } from ${JSON.stringify(door)};
      const database = await openDatabase({ url: ${JSON.stringify(`pglite:${folder}`)} });
      console.log(JSON.stringify(await database.transaction({ begin: "begin" }, (session) =>
        session.query("select 1 as a"))));
      await database.close();`;
    const args = ["--input-type=module", "-e", script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([stdout.trim(), stderr]).toEqual(['[{"a":1}]', ""]);
  });

  test("is opened once, whatever it is called", async () => {
    const folder = await copyMigratedFolder();
    await opened(folder);
    const other = join(dirname(folder), "other");
    await symlink(folder, other);
    for (const url of [`pglite:${folder}`, `pglite:${folder}/.`, `pglite:${other}`])
      await expect(openDatabase({ url })).rejects.toMatchObject({
        code: "store_locked",
        data: { pid: process.pid, path: `${folder}.lock` },
      });
  });

  test("another process that has it open is named, and one that was killed is not", async () => {
    const folder = await copyMigratedFolder();
    const guest = new Guest("hold", [`pglite:${folder}`, "wait"]);
    await guest.printed(1);
    await expect(openDatabase({ url: `pglite:${folder}` })).rejects.toMatchObject({
      code: "store_locked",
      data: { pid: guest.process.pid },
    });
    await guest.kill();
    await opened(folder);
  });

  test.each(["exit", "end"])(
    "a process that does not close it (%s) ends, and lets go",
    async (how) => {
      const folder = await copyMigratedFolder();
      const guest = new Guest("hold", [`pglite:${folder}`, how]);
      expect(await guest.ended()).toBe("open\n");
      expect(guest.process.exitCode).toBe(0);
      expect(existsSync(`${folder}.lock`)).toBe(false);
    },
  );

  test(
    "ten times killed while it writes, it has lost nothing that was acknowledged",
    async () => {
      const folder = await copyMigratedFolder();
      const url = `pglite:${folder}`;
      const setup = await openDatabase({ url });
      await setup.transaction(BEGIN, (session) =>
        session.script("create table acknowledged (n int, i int)"),
      );
      await setup.close();
      const acknowledged: number[] = [];
      for (let round = 0; round < 10; round++) {
        const guest = new Guest("insert", [url, String(round * 1_000_000)]);
        await guest.printed(10 + 7 * round);
        const output = await guest.kill();
        acknowledged.push(...output.slice(0, output.lastIndexOf("\n")).split("\n").map(Number));
      }
      const database = await opened(folder);
      const rows = await database.transaction(BEGIN, (session) =>
        session.query<{ n: number; rows: number }>(
          "select n, count(*) as rows from acknowledged group by n",
        ),
      );
      expect(rows.every((row) => row.rows === 10)).toBe(true);
      const kept = new Set(rows.map(({ n }) => n));
      expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(400);
    },
    PATIENCE_MS,
  );

  test("the write-ahead log stays small", async () => {
    const folder = await copyMigratedFolder();
    const database = await opened(folder);
    await database.transaction(BEGIN, (session) => session.script("create table wide (a text)"));
    const text = "x".repeat(1_000);
    for (let round = 0; round < 5; round++)
      await database.transaction(BEGIN, (session) =>
        session.query(
          "insert into wide select a || n from unnest($1::text[]) with ordinality t (a, n)",
          [Array.from({ length: 30_000 }, () => text)],
        ),
      );
    const [wal] = await database.transaction(BEGIN, (session) =>
      session.query<{ bytes: string }>("select sum(size) as bytes from pg_ls_waldir()"),
    );
    console.log(`wal: ${wal?.bytes} bytes`);
    expect(Number(wal?.bytes)).toBeLessThan(150_000_000);
  });
});

describe("a lock", () => {
  test.each([
    ["a process that is no more", lockOf(DEAD_PID)],
    ["an earlier process of the same number", lockOf(process.pid, { start: "another boot 1" })],
  ])("of %s is taken over by one of many", async (_, content) => {
    const path = await lockPath();
    await writeFile(path, content);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFile(path)));
    const won = tries.filter((each) => each.status === "fulfilled");
    expect(won).toHaveLength(1);
    for (const each of tries)
      if (each.status === "rejected")
        expect(each.reason).toMatchObject({ code: "store_locked", data: { pid: process.pid } });
    won[0]?.value.release();
    expect(await readdir(dirname(path))).toEqual([]);
  });

  test("is one of many with one listener of the process's end", async () => {
    const before = process.listenerCount("exit");
    const paths = await Promise.all(Array.from({ length: 12 }, () => lockPath()));
    const locks = await Promise.all(paths.map((path) => lockFile(path)));
    expect(process.listenerCount("exit")).toBe(before + 1);
    for (const lock of locks) lock.release();
    expect(process.listenerCount("exit")).toBe(before);
    expect(paths.filter((path) => existsSync(path))).toEqual([]);
  });

  test("whose taker died is taken over as well", async () => {
    const path = await lockPath();
    await writeFile(path, lockOf(DEAD_PID));
    await writeFile(`${path}.t-${DEAD_PID}.dead`, lockOf(DEAD_PID, { token: "taker" }));
    const lock = await lockFile(path);
    lock.release();
    expect(await readdir(dirname(path))).toEqual([]);
  });

  test.each([
    ["another machine", lockOf(DEAD_PID, { host: "another.example" }), DEAD_PID],
    ["nobody that can be read", "{", 0],
    ["nobody", "", 0],
  ])(
    "of %s stays, and whoever knows better is told how to take it away",
    async (_, content, pid) => {
      const path = join(dirname(await lockPath()), "it's locked");
      await writeFile(path, content);
      const refusal: unknown = await lockFile(path).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "store_locked", data: { pid, path } });
      expect(existsSync(path)).toBe(true);
      if (process.platform === "win32") return;
      const command =
        /\brm -- .*$/.exec(refusal instanceof Error ? refusal.message : "")?.[0] ?? "";
      spawnSync("sh", ["-c", command]);
      expect(existsSync(path)).toBe(false);
      (await lockFile(path)).release();
    },
  );

  test("whose taker cannot be read stays, and is not waited for", async () => {
    const path = await lockPath();
    const taker = `${path}.t-${DEAD_PID}.dead`;
    await writeFile(path, lockOf(DEAD_PID));
    await writeFile(taker, "");
    await expect(lockFile(path)).rejects.toMatchObject({
      code: "store_locked",
      data: { pid: 0, path: taker },
    });
    await rm(taker);
    (await lockFile(path)).release();
  });

  test("is written to the disk before it has its name, so that none is ever empty", async () => {
    const path = await lockPath();
    const handle = await open(`${path}.other`, "w");
    await rm(`${path}.other`);
    const handles = Object.getPrototypeOf(handle) as { sync: () => Promise<void> };
    await handle.close();
    const { sync } = handles;
    const seen: unknown[] = [];
    onTestFinished(() => void (handles.sync = sync));
    handles.sync = function (this: unknown) {
      const [own = "", ...more] = readdirSync(dirname(path));
      const { pid } = JSON.parse(readFileSync(join(dirname(path), own), "utf8")) as { pid: number };
      seen.push([own.startsWith(`${basename(path)}.`), more, pid]);
      return sync.call(this);
    };
    (await lockFile(path)).release();
    expect(seen).toEqual([[true, [], process.pid]]);
  });

  test("that was replaced is not removed with the first", async () => {
    const path = await lockPath();
    const first = await lockFile(path);
    await writeFile(path, lockOf(process.pid));
    first.release();
    expect(existsSync(path)).toBe(true);
  });
});

describe("a url", () => {
  test.each(["mysql://x/y", "", "pglite:idb://x", "pglite:opfs-ahp://x", "pglite:s3://x"])(
    "%j is refused",
    async (url) => {
      await expect(openDatabase({ url })).rejects.toMatchObject({ code: "invalid_argument" });
    },
  );
});
