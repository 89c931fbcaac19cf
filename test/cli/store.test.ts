import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "./in-process.js";
import { checked, ended, start, temporaryFolder, writeLog } from "./process.js";

const WORKSPACE = fileURLToPath(new URL("../../demo/workspace", import.meta.url));
const ROOMS = {
  mara: "slack/sound/dm/D01MARA",
  nikos: "slack/sound/direct/D02NIKOS",
  purse: "slack/sound/group/G01PURSE",
  quay: "slack/sound/channel/C01QUAY",
};
/** Words that one room alone may hear. */
const SECRETS = { mara: "over the fence", nikos: "mainland pilots", purse: "second tender" };

const folder = temporaryFolder();
const store = `pglite:${join(folder, "store")}`;
const imported = ["--connector", "slack/sound", "--agent", "U0KEEPER,B0KEEPER", "--store", store];

async function run(...args: string[]) {
  return inProcess([...args, "--store", store]);
}

async function json(form: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr, code } = await run(...args, "--json");
  expect({ stderr, code: code === 0 || code === 1 }).toStrictEqual({ stderr: "", code: true });
  return { ...checked(form, stdout) };
}

async function found(room: string, query = "what will the berth fee be?"): Promise<string> {
  return JSON.stringify(await json("search-viewing", "search", query, "--viewing", room));
}

describe("commands over a store", () => {
  beforeAll(async () => {
    const first = await inProcess(["import", WORKSPACE, ...imported]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toBe("16 rows stored as slack/sound\n");
  });

  it("import again stores nothing twice", async () => {
    const again = await json("import", "import", WORKSPACE, ...imported.slice(0, 4));
    expect(again).toMatchObject({ stored: 0, repeated: 16, without_evidence: 0, refused: {} });
  });

  it("search shows what the readers of a room may see, and nothing else of any other", async () => {
    for (const [name, room] of Object.entries(ROOMS)) {
      const answer = await found(room);
      expect(answer).toContain("4,050");
      for (const [owner, secret] of Object.entries(SECRETS)) {
        const mayRead = owner === name || (owner === "purse" && name === "mara");
        expect([name, owner, answer.includes(secret)]).toStrictEqual([name, owner, mayRead]);
      }
    }
  });

  it("search in words says how it searched, and why it found nothing", async () => {
    const { code, stdout } = await run("search", "berth fee", "--viewing", ROOMS.quay);
    expect(code).toBe(0);
    expect(stdout).toContain("#quay");
    expect(stdout).toContain("by words");
    const nothing = await run("search", "zeppelin", "--viewing", ROOMS.quay);
    expect(nothing.code).toBe(1);
    expect(nothing.stdout).toContain("nothing found");
    expect(nothing.stdout).not.toMatch(/right|allowed|hidden|permission/i);
  });

  it("search takes an expression too, over the newest rows that may be read", async () => {
    for (const engine of ["re2js", "re2wasm"]) {
      const asked = ["search", "/4[,.]?050/", "--viewing", ROOMS.quay, "--engine", engine];
      const { code, stdout, stderr } = await run(...asked);
      expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("4,050");
      expect(stdout).toContain("by expression");
    }
    const secret = await run("search", "/over the (fence|gate)/", "--viewing", ROOMS.quay);
    expect(secret.code).toBe(1);
  });

  it("stats counts and audit tells, without the text of a query", async () => {
    expect(await json("stats", "stats")).toMatchObject({ messages: 16, searchable: 16 });
    const audit = JSON.stringify(await json("audit", "audit", "--limit", "3"));
    expect(audit).toContain("nothing_found");
    expect(audit).not.toContain("zeppelin");
    expect((await run("audit", "--limit", "1")).stdout).toMatch(/held back/);
  });

  it("link gives two codes and proves nothing; unlink of nobody revokes nothing", async () => {
    const accounts = ["slack/sound/U01MARA", "irc/libera/mara"];
    const refused = await run("link", ...accounts);
    expect(refused.code).toBe(2);
    const none = await run("unlink", "slack/sound/U01MARA");
    expect(none).toMatchObject({ code: 1, stdout: "0 links revoked\n" });
  });

  it("an interrupt that comes before a server of tools is there ends it with 130", async () => {
    const args = ["mcp", "--viewing", ROOMS.quay, "--store", store];
    const signal = AbortSignal.abort(new Error("interrupted"));
    const { code, stdout } = await inProcess(args, { signal });
    expect({ code, stdout }).toStrictEqual({ code: 130, stdout: "" });
  });

  it("an interrupt ends a server of tools with 130 though its input stays open", async () => {
    const child = start(["mcp", "--viewing", ROOMS.quay, "--store", store]);
    const result = ended(child);
    const client = { capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const params = { protocolVersion: "2025-03-26", ...client };
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`,
    );
    child.stdout.once("data", () => child.kill("SIGINT"));
    expect((await result).code).toBe(130);
  });

  it("delete takes a message out of every answer", async () => {
    const answer = await found(ROOMS.mara, "over the fence");
    const id = /"message_id":"([^"]+)"/.exec(answer)?.[1] ?? "";
    expect(await json("delete", "delete", "--message", id)).toStrictEqual({
      deleted: 1,
      withdrawn: 0,
    });
    expect(await found(ROOMS.mara)).not.toContain("over the fence");
    expect(await json("stats", "stats")).toMatchObject({ deleted: 1, searchable: 15 });
    expect((await run("delete", "--message", id)).code).toBe(1);
  });

  it.each([
    [["search", "x", "--viewing", "slack/sound"], "must be TYPE/NAME/KIND/ID"],
    [["search", "x", "--viewing", "slack/sound/attic/D1"], "no kind of room"],
    [["search", "x", "--viewing", "slack/sound/dm/%zz"], "percent-encoded"],
    [["search", "x", "--viewing", "slack/sound/dm/NOBODY"], "nobody knows who reads"],
    [["search", "x", "--viewing", ROOMS.quay, "--in", "y"], "two places"],
    [["search", "x", "--viewing", ROOMS.mara, "--requester", "sound:U02NIKOS"], "requester"],
    [["search", "x", "--viewing", ROOMS.quay, "--desk", "y"], "--desk means nothing here"],
    [["search", "x", "--viewing", ROOMS.quay, "--scan", "9"], "it goes with --in"],
    [["search", "x"], "--store means nothing here; it goes with --viewing"],
    [["delete"], "one thing is deleted at a time"],
    [["stats", "--perspective", "a"], "TENANT/AGENT"],
    [["mcp"], "--viewing is missing"],
    [["import", WORKSPACE, "--audience", "a,,b"], "is not understood"],
  ])("%j is refused in words", async (args, words) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
  });
});

describe("import without knowing who could read", () => {
  it("keeps the rows, says so, and promises nothing of a second import", async () => {
    const own = fileURLToPath(new URL("../../demo/sample.jsonl", import.meta.url));
    const other = ["--store", `pglite:${join(folder, "other")}`];
    const first = await inProcess(["import", own, ...other]);
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/412 rows stored[^]*412 rows without evidence/);
    expect(first.stdout.replaceAll("\n", " ")).toContain("when rows first come in");
    const again = await inProcess(["import", own, ...other, "--audience", "public"]);
    expect(again.stdout).toContain("412 rows there already");
    const viewing = ["--viewing", "jsonl/sample/channel/sample.jsonl"];
    const { code, stderr } = await inProcess(["search", "berth", ...viewing, ...other]);
    expect(code).toBe(2);
    expect(stderr).toContain("when its rows first come in");
  });

  it("knows a compressed log of our own, and other formats, for what they are", async () => {
    const line = (sequence: number): string =>
      JSON.stringify({
        sequence,
        chat_id: null,
        parent: sequence === 7 ? 3 : null,
        author: { type: "operator" },
        content: `said ${sequence}`,
      });
    const own = join(folder, "own.jsonl.gz");
    writeFileSync(own, gzipSync(`${line(3)}\n${line(7)}\n`));
    const irc = join(folder, "room.txt.gz");
    writeFileSync(irc, gzipSync("[10:00] <ann> hello\n[10:01] <bo> hi\n"));
    const other = `pglite:${join(folder, "packed")}`;
    for (const [path, type] of [
      [own, "jsonl"],
      [irc, "irc"],
    ] as const) {
      const { stdout } = await inProcess(["import", path, "--store", other, "--json"]);
      expect(checked("import", stdout)).toMatchObject({ connector: { type }, stored: 2 });
    }
  });

  it("keeps numbers and full times of our own rows, so that times can be asked for", async () => {
    const times = [
      "2026-03-03T08:16:00Z",
      "2026-03-03T08:16:00.25+02:00",
      "2026-03-03T08:16",
      "8:16",
    ];
    const rows = times.map((at, index) => {
      const author = { type: "person", id: "u1", label: "Mara" };
      return { sequence: index + 5, chat_id: "tides", parent: null, author, content: "gauge", at };
    });
    const own = join(folder, "times.jsonl");
    writeFileSync(own, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const at = ["--store", `pglite:${join(folder, "times")}`];
    await inProcess(["import", own, ...at, "--audience", "public"]);
    const viewing = ["--viewing", "jsonl/times/channel/tides", "--json"];
    const { stdout } = await inProcess(["search", "gauge", ...viewing, ...at]);
    checked("search-viewing", stdout);
    const { hits } = JSON.parse(stdout) as { hits: { sequence: number; sent_at: string | null }[] };
    const told = new Map(hits.map(({ sequence, sent_at: sentAt }) => [sequence, sentAt]));
    expect(told).toEqual(
      new Map([
        [5, "2026-03-03T08:16:00Z"],
        [6, "2026-03-03T06:16:00.25Z"],
        [7, null],
        [8, null],
      ]),
    );
  });

  it("tells the times of our own rows in a folder too", async () => {
    const inside = join(folder, "inside");
    mkdirSync(inside);
    const at = "2026-03-03T08:16:00.25+02:00";
    writeLog(join(inside, "log.jsonl"), [{ content: "gauge", chat_id: "tides", at }]);
    const there = ["--store", `pglite:${join(folder, "inside-store")}`];
    await inProcess(["import", inside, ...there, "--audience", "public"]);
    const viewing = ["--viewing", "rows/inside/channel/tides", "--json"];
    const { stdout } = await inProcess(["search", "gauge", ...viewing, ...there]);
    expect(JSON.parse(stdout)).toMatchObject({ hits: [{ sent_at: "2026-03-03T06:16:00.25Z" }] });
  });

  it("knows the rows of a folder again when an older day has come into it", async () => {
    const days = join(folder, "days");
    mkdirSync(days);
    const day = (date: number, ...texts: readonly string[]): void =>
      writeFileSync(
        join(days, `#quay.2026-01-0${date}.log`),
        texts.map((text) => `[10:00] <ann> ferry ${text}\n`).join(""),
      );
    const there = ["--store", `pglite:${join(folder, "days-store")}`];
    const importDays = async (): Promise<unknown> => {
      const args = ["import", days, ...there, "--audience", "public", "--json"];
      return checked("import", (await inProcess(args)).stdout);
    };
    day(2, "two", "three");
    day(3, "four");
    expect(await importDays()).toMatchObject({ stored: 3, repeated: 0 });
    day(1, "zero", "one");
    expect(await importDays()).toMatchObject({ stored: 2, repeated: 3, refused: {} });
    const viewing = ["--viewing", "irc/days/channel/#quay", "--json"];
    const { stdout } = await inProcess(["search", "ferry", ...viewing, ...there]);
    const { hits } = JSON.parse(stdout) as { hits: { content: string }[] };
    expect(hits.map(({ content }) => content).sort()).toEqual(
      ["four", "one", "three", "two", "zero"].map((text) => `ferry ${text}`),
    );
  });

  it("gives no room of a list that cannot be read to whom --audience names", async () => {
    const row = (user: string, text: string): string =>
      JSON.stringify([{ type: "message", user, ts: "1767225600.0", text }]);
    const search = async (name: string, groups: string | null): Promise<string> => {
      const from = join(folder, name);
      for (const room of ["quay", "purse"]) mkdirSync(join(from, room), { recursive: true });
      const channels = JSON.stringify([{ id: "C1", name: "quay", members: ["U1", "U2"] }]);
      writeFileSync(join(from, "channels.json"), channels);
      if (groups !== null) writeFileSync(join(from, "groups.json"), groups);
      writeFileSync(join(from, "quay", "2026-01-01.json"), row("U1", "a tender is due"));
      writeFileSync(join(from, "purse", "2026-01-01.json"), row("U2", "the second tender"));
      const there = ["--store", `pglite:${join(folder, `${name}-store`)}`];
      await inProcess(["import", from, ...there, "--audience", "workspace"]);
      const viewing = ["--viewing", `slack/${name}/channel/C1`];
      return (await inProcess(["search", "tender", ...viewing, ...there])).stdout;
    };
    // Without such a list every room is one that --audience speaks of.
    expect(await search("unlisted", null)).toContain("second tender");
    const closed = await search("torn", '[{"id":"G1","name":"pur');
    expect(closed).toContain("a tender is due");
    expect(closed).not.toContain("second tender");
  });

  it("refuses the format of a file for a folder", async () => {
    const { code, stderr } = await run("import", WORKSPACE, "--format", "irc");
    expect(code).toBe(2);
    expect(stderr).toContain("is for a file");
  });
});
