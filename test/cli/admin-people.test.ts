import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CARD_RUN } from "../../dist/store/bounds.js";
import { openStore } from "../../dist/store/index.js";
import { completion } from "../store/facts-support.js";
import { scriptedServer, type Step } from "../store/scripted-server.js";
import { decisions, entry, NOTHING_PROPOSED, proposals } from "../speakers/card-support.js";
import { inProcess, type Surroundings } from "./in-process.js";
import { checked, temporaryFolder, writeLog } from "./process.js";

const SLACK = { type: "slack", name: "sound" };
const folder = temporaryFolder();
const store = `pglite:${join(folder, "store")}`;
const config = join(folder, "config.yaml");
const WITH_CARDS = `
assembly: {actor_card_enabled: true, actor_card_admission_model: judge}
models: {general: large}
`;
const actor = (id: string): string => `actor:slack:${id}`;
const PERSPECTIVE = { tenant: "", agent: "backread" };
const NOTHING = completion(NOTHING_PROPOSED);
const ONE_ENTRY = [completion(proposals(entry())), completion(decisions({ c1: "durable" }))];
/** More than one pass builds. */
const PEOPLE = CARD_RUN + 2;

function run(args: readonly string[], surroundings: Surroundings = {}) {
  return inProcess([...args, "--store", store], surroundings);
}

async function json(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await run(["admin", name, ...args, "--json"]);
  expect(stderr).toBe("");
  return { code, report: { ...checked(`admin-${name}`, stdout) } as Record<string, unknown> };
}

/** A command whose models go through a script; what each was asked stands in the order of asking. */
async function asking(script: readonly Step[], ...args: string[]) {
  const server = await scriptedServer(script);
  const env = { BACKREAD_MODEL_URL: server.url };
  const ended = await run([...args, "--config", config], { env });
  await server.finish();
  const asked = server.seen.map((request) => (request.json as { model: string }).model);
  return { ...ended, asked };
}

async function opened() {
  return openStore({ url: store, perspective: PERSPECTIVE });
}

/** Waits double: a card that failed so often is not due again while this file runs. */
async function failOften(id: string): Promise<void> {
  const nobody = { model: "large", complete: () => Promise.reject(new Error("nobody is there")) };
  const models = { general: nobody, admission: nobody };
  const host = await openStore({ url: store, perspective: PERSPECTIVE, models });
  for (let time = 0; time < 6; time++) await host.rebuildCards({ actor: actor(id), force: true });
  await host.close();
}

describe("admin commands about people", { timeout: 240_000 }, () => {
  beforeAll(async () => {
    writeFileSync(config, WITH_CARDS);
    const host = await opened();
    await host.declare({ ...SLACK, ids: "global", agentIds: ["bot"], trusted: true });
    await host.ingest({
      conversation: { connector: SLACK, kind: "channel", id: "C1" },
      events: Array.from({ length: PEOPLE }, (_, n) => ({
        type: "message",
        sourceId: `m${n}`,
        author: { type: "person", id: `u${n}`, label: `Person ${n}` },
        content: "a heron on the slip",
        sentAt: "2026-03-01T10:00:00Z",
        audience: { kind: "public" },
      })),
    });
    await host.close();
  });

  it("actors are listed a page at a time, by their names too", async () => {
    const { code, report } = await json("actors", "--limit", "2");
    expect(code).toBe(0);
    expect(report).toMatchObject({ actors: [{ actor_id: actor("u0"), rows: 1 }, {}] });
    const after = String(report["next"]);
    const page = await run(["admin", "actors", "--limit", "1", "--after", after]);
    expect(page.stdout).toMatch(
      /^actor:slack:u10 {2}Person 10 {2}slack\/sound · 1 row · 2026-03-01/,
    );
    expect(page.stdout).toMatch(/more: --after '\d+ u10'\n$/);
    const like = ["--connector", "slack/sound", "--like", "PERSON 7"];
    expect((await json("actors", ...like)).report).toMatchObject({ actors: [{ id: "u7" }] });
    const none = await run(["admin", "actors", "--like", "nobody"]);
    expect(none).toMatchObject({ code: 1, stdout: "nobody found\n" });
    const strange = await run(["admin", "actors", "--after", "x"]);
    expect(strange).toMatchObject({ code: 2, stdout: "" });
  });

  it("a merge and a split are dry runs without --apply, and leave an audit", async () => {
    const nobody = await run(["admin", "actor-audit"]);
    expect(nobody).toMatchObject({ code: 1, stdout: "nobody merged or split any actor\n" });
    const merge = ["admin", "merge-actors", actor("u1"), actor("u0"), "--operator", "kim"];
    const looked = await run(merge);
    expect(looked).toMatchObject({ code: 0, stderr: "" });
    expect(looked.stdout).toMatch(/^actor:slack:u1 would count as actor:slack:u0\none person: /);
    expect(looked.stdout).toMatch(/nothing was changed; --apply does it\n$/);
    expect((await run(["admin", "actor-audit"])).code).toBe(1);
    const done = await run([...merge, "--apply", "--reason", "one desk"]);
    expect(done.stdout).toBe(
      "actor:slack:u1 counts as actor:slack:u0\none person: actor:slack:u0, actor:slack:u1\n",
    );
    expect((await run([...merge, "--apply"])).stdout).toMatch(/counts as actor:slack:u0 already/);
    const { stdout } = await run(["admin", "actors", "--like", "u1", "--limit", "1"]);
    expect(stdout).toContain("counts as actor:slack:u0");
    const split = ["split-actor", actor("u1"), "--operator", "kim"] as const;
    expect((await json(...split)).report).toMatchObject({ changed: 1, dry_run: true });
    expect((await run(["admin", ...split])).stdout).toMatch(
      /^actor:slack:u1 would no longer count/,
    );
    expect((await run(["admin", ...split, "--apply"])).stdout).toBe(
      "actor:slack:u1 no longer counts as actor:slack:u0\n",
    );
    expect((await run(["admin", ...split])).stdout).toBe(
      "actor:slack:u1 was merged into no other\n",
    );
    const audit = await json("actor-audit");
    expect(audit).toMatchObject({ code: 0, report: { entries: [{ action: "split" }, {}] } });
    const last = await run(["admin", "actor-audit", "--limit", "1"]);
    expect(last.stdout).toMatch(/ {2}split {2}actor:slack:u1 from actor:slack:u0 · by kim\n$/);
    expect((await run(["admin", "actor-audit"])).stdout).toMatch(/by kim · one desk\n$/);
    const unknown = await run(["admin", "split-actor", actor("u99"), "--operator", "kim"]);
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
  });

  it("cards are named as they are rebuilt, and no other is touched", async () => {
    expect(await run(["admin", "card-status"])).toMatchObject({
      code: 1,
      stdout: "there is no card\n",
    });
    const command = ["admin", "rebuild-actor-cards"];
    const looked = await json("rebuild-actor-cards", "--actor-id", actor("u0"), "--dry-run");
    expect(looked.report).toMatchObject({
      cards: [{ actor_id: actor("u0"), outcome: null }],
      dry_run: true,
    });
    expect((await run(["admin", "card-status"])).code).toBe(1);
    const one = [...command, "--actor-id", actor("u0")];
    const { code, stdout, asked } = await asking(ONE_ENTRY, ...one);
    expect(code).toBe(0);
    expect(asked).toEqual(["large", "judge"]);
    expect(stdout).toMatch(/^rebuild-actor-cards: 1 card tried\noutcome {2}entries {2}audience/);
    expect(stdout).toMatch(/^written {2}1 {8}\d+ {9}actor:slack:u0$/m);
    // What came of it is not due, and nobody is asked of it again.
    expect((await asking([], ...one)).stdout).toMatch(/^rebuild-actor-cards: 0 cards tried\n/);
    const failed = await asking([{ status: 401 }], ...one, "--force");
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/^model error {2}0 /m);
    await failOften("u0");
    const modelUrl = ["--config", config, "--model-url", "http://127.0.0.1:1"];
    const stopped = await run([...one, "--force", ...modelUrl], { signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ code: 130, stdout: "" });
    const status = await json("card-status", "--actor-id", actor("u0"));
    const card = { actor_id: actor("u0"), outcome: "model_error", written: 1, dirty: true };
    expect(status).toMatchObject({ code: 0, report: { cards: [card] } });
    for (const word of ["heron", "Person", "short answers"])
      expect(JSON.stringify([status.report, stdout])).not.toContain(word);
  });

  it("without a model it is an error, and the card says so", async () => {
    const args = ["admin", "rebuild-actor-cards", "--actor-id", actor("u1")];
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/models\.admission/);
    expect((await json("card-status", "--actor-id", actor("u1"))).report).toMatchObject({
      cards: [{ outcome: "admission_error", due: true }],
    });
    const bare = join(folder, "bare.yaml");
    writeFileSync(bare, WITH_CARDS.replace("general", "facts"));
    const refused = await run(["maintain", "--config", bare, "--model-url", "http://127.0.0.1:1"]);
    expect(refused.stderr).toMatch(/cards are on, and no model proposes .*; name one as models\.g/);
  });

  it("maintain builds every card that is due, in as many passes as it takes", async () => {
    // Facts are asked of the same model where none is named for them.
    const facts = Array.from({ length: PEOPLE }, () => completion('{"facts":[]}'));
    const cards = Array.from({ length: PEOPLE - 1 }, () => NOTHING);
    const { code, stdout, stderr } = await asking([...facts, ...cards], "maintain");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^${PEOPLE} {2}facts read$`, "m"));
    expect(stdout).toMatch(new RegExp(`^${PEOPLE - 1} {2}cards clean empty$`, "m"));
    expect(stdout).not.toMatch(/outcomes|more may be due/);
    const status = await run(["admin", "card-status"], { isTTY: true, columns: 60 });
    for (const line of status.stdout.split("\n"))
      // oxlint-disable-next-line eslint/no-control-regex -- colours are no columns
      expect(line.replace(/\u001b\[[0-9;]*m/g, "").length).toBeLessThanOrEqual(60);
    const shown = (await run(["admin", "card-status", "--limit", "3"])).stdout.split("\n");
    expect(shown[0]).toMatch(/^due +built +outcome +entries +audience +actor$/);
    expect(shown.slice(1)).toEqual([
      expect.stringMatching(/^20\d\d-.* {2}20\d\d-.* {2}model error +1 .*actor:slack:u0$/),
      expect.stringMatching(/^no +20\d\d-.* {2}clean empty +0 .*actor:slack:u1$/),
      expect.stringMatching(/^no +20\d\d-.* {2}clean empty +0 .*actor:slack:u10$/),
      "",
    ]);
  });

  it("an import without --agent leaves a host's connector as it was declared", async () => {
    const log = writeLog(join(folder, "log.jsonl"), [{ content: "late" }]);
    const args = ["import", log, "--connector", "slack/more"];
    expect((await run([...args, "--agent", "keeper"])).code).toBe(0);
    expect((await run(args)).code).toBe(0);
    const host = await opened();
    const connector = { type: "slack", name: "more" };
    const conversation = { connector, kind: "channel", id: "C9" } as const;
    const readers = ["keeper", "mara"];
    await host.ingest({
      conversation,
      events: [
        {
          type: "message",
          sourceId: "late",
          author: { type: "person", id: "mara", label: "Mara" },
          content: "later",
          audience: { kind: "members", namespace: connector, readers },
        },
      ],
    });
    // The agent is nobody's reader.
    expect(await host.audienceOf(conversation)).toMatchObject({ readers: ["mara"] });
    await host.close();
  });
});
