import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../dist/store/index.js";
import { inProcess } from "./in-process.js";
import { backread, checked, temporaryFolder } from "./process.js";

const WORKSPACE = fileURLToPath(new URL("../../demo/workspace", import.meta.url));
const SLACK = { type: "slack", name: "sound" };
const QUAY = "slack/sound/channel/C01QUAY";

const folder = temporaryFolder();
const store = `pglite:${join(folder, "store")}`;

async function run(...args: string[]) {
  return inProcess([...args, "--store", store]);
}

async function json(form: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await run(...args, "--json");
  expect({ stderr, lines: stdout.split("\n").length }).toStrictEqual({ stderr: "", lines: 2 });
  return { ...checked(form, stdout) };
}

describe("admin commands over a store", { timeout: 240_000 }, () => {
  beforeAll(async () => {
    const imported = ["--connector", "slack/sound", "--agent", "U0KEEPER,B0KEEPER"];
    expect((await run("import", WORKSPACE, ...imported)).code).toBe(0);
    const opened = await openStore({ url: store, perspective: { tenant: "", agent: "backread" } });
    const conversation = { connector: SLACK, kind: "channel" as const, id: "C01QUAY" };
    const audience = { kind: "workspace" as const, namespace: SLACK };
    await opened.ingest({
      conversation,
      events: ["Oda", ""].map((label, index) => ({
        type: "message",
        sourceId: `late-${index}`,
        author: { type: "person", id: "sound:U09ODA", label },
        content: "a heron on the slip",
        sentAt: `2026-03-01T10:0${index}:00Z`,
        audience,
      })),
    });
    await opened.close();
  });

  it("says what would change, changes it, and then changes nothing", async () => {
    const command = ["admin", "backfill-senders", "--all"];
    const looked = await json("admin", ...command, "--dry-run");
    expect(looked).toMatchObject({
      command: "backfill-senders",
      dry_run: true,
      complete: true,
      errors: 0,
      totals: { selected: 1, filled: 1, updated: 0 },
      results_left_out: 0,
    });
    const { code, stdout } = await run(...command);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^backfill-senders: 1 change made, 4 conversations looked at\n/);
    expect(stdout).toContain(`${QUAY}  1 of 1 change made`);
    expect(await json("admin", ...command)).toMatchObject({ totals: { selected: 0, updated: 0 } });
  });

  it("tells no text of a row", async () => {
    const { stdout } = await run("admin", "backfill-senders", "--conversation", QUAY, "--json");
    expect(stdout).toContain("C01QUAY");
    for (const word of ["heron", "Oda", "U09ODA", "berth"]) expect(stdout).not.toContain(word);
  });

  it.each(["normalize-actor-ids", "reindex"])("%s has a report", async (name) => {
    const report = await json("admin", "admin", name, "--conversation", QUAY);
    expect(report).toMatchObject({ command: name, conversations: 1, totals: { selected: 0 } });
  });

  it("is a dry run of what cannot be taken back, without --apply", async () => {
    const rooms = ["slack/sound/group/G01PURSE", QUAY];
    const merge = ["admin", "merge-conversations", ...rooms];
    expect(await json("admin", ...merge)).toMatchObject({ dry_run: true, totals: { updated: 0 } });
    const shown = await run(...merge);
    expect(shown.stdout).toMatch(
      /changes to make, 1 conversation looked at[^]*nothing was changed/,
    );
    const done = await json("admin", ...merge, "--apply");
    expect(done).toMatchObject({ dry_run: false, totals: { raced: 0 } });
    expect(Object(done["totals"])["updated"]).toBeGreaterThan(0);
    const route = ["admin", "reattribute-route", QUAY, "slack/sound/guild/G1"];
    const { code, stdout, stderr } = await run(...route);
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^backread: no row has arrived on this conversation\n$/);
  });

  it("doctor finds a store well, as a process too", async () => {
    const { code, stdout, stderr } = await backread(["doctor", "--store", store]);
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^ok {4}schema {7}\d+ of \d+ migrations$/m);
    const report = await json("doctor", "doctor");
    expect(report).toMatchObject({ ok: true });
    expect(JSON.stringify(report)).not.toMatch(/heron|Oda|berth/);
    const narrow = await inProcess(["doctor", "--store", store], { isTTY: true, columns: 60 });
    for (const line of narrow.stdout.split("\n"))
      // oxlint-disable-next-line eslint/no-control-regex -- colours are no columns
      expect(line.replace(/\u001b\[[0-9;]*m/g, "").length).toBeLessThanOrEqual(60);
  });

  it("doctor fails a store of which it knows no perspective", async () => {
    const { code, stdout } = await run("doctor", "--perspective", "t/nobody");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {2}perspective /m);
  });

  it("doctor makes no schema where there is none", async () => {
    const bare = join(folder, "bare");
    const args = ["doctor", "--store", "pglite:memory", "--json"];
    const { code, stdout } = await inProcess(args);
    expect(code).toBe(1);
    expect(JSON.stringify(checked("doctor", stdout))).toContain("0 of ");
    const nowhere = await inProcess(["doctor", "--store", "postgres://127.0.0.1:1/none"]);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stdout).toMatch(/^fail {2}database {2}the database could not be reached/);
    expect((await inProcess(["doctor", "--store", `pglite:${bare}`])).code).toBe(2);
    mkdirSync(bare);
    const { code: unmade } = await inProcess(["doctor", "--store", `pglite:${bare}`]);
    expect({ unmade, made: readdirSync(bare) }).toStrictEqual({ unmade: 2, made: [] });
  });
});
