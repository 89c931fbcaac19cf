import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../dist/cli/display-width.js";
import { inProcessJson } from "./in-process.js";
import { backread, backreadJson, SAMPLE, schemaOf, temporaryFolder, writeLog } from "./process.js";

const ESCAPE = "\u001b";

describe("backread pins", () => {
  it("prints the board of a desk, most recent first", async () => {
    const { code, stdout } = await backread(["pins", "--in", SAMPLE, "--desk", "tides"]);
    expect(code).toBe(0);
    const heads = stdout.split("\n").filter((line) => line.startsWith("^"));
    expect(heads[0]).toBe("^51  #decision  pinned by Scribe (agent scribe) at ^359");
    expect(heads.map((line) => line.split(" ")[0])).toStrictEqual(["^51", "^275", "^55", "^15"]);
    expect(stdout).toContain("    — 37, not 73\n");
    expect(stdout.trimEnd()).toMatch(/4 pins · 412 rows read, back to the oldest, \^1$/);
  });

  it("says how many a limit leaves out, and gives the board of an earlier time", async () => {
    const cut = await inProcessJson(["pins", "--in", SAMPLE, "--desk", "tides", "--limit", "1"]);
    expect(cut.json).toMatchObject({ pins: [{ sequence: 51, pinned_at: 359 }], cut: 3 });
    const args = ["pins", "--in", SAMPLE, "--desk", "tides", "--before", "100"];
    const earlier = await inProcessJson(args);
    expect(earlier.json.pins.every((pin) => pin.pinned_at < 100)).toBe(true);
    expect(earlier.code).toBe(0);
  });

  it("ends with 1 where nothing is pinned", async () => {
    const path = writeLog(join(temporaryFolder(), "bare.jsonl"), [{ content: "nothing here" }]);
    const { code, stdout, stderr } = await backread(["pins", "--in", path]);
    expect({ code, stderr }).toStrictEqual({ code: 1, stderr: "" });
    expect(stdout).toBe("nothing pinned · 1 row read, back to the oldest, ^1\n");
  });
});

describe("backread threads", () => {
  it("lists the threads of a desk", async () => {
    const { code, json } = await backreadJson(["threads", "--in", SAMPLE, "--desk", "tides"]);
    expect(code).toBe(0);
    expect(json.threads).toHaveLength(5);
    expect(json.threads[0]).toMatchObject({ root: 430, replies: 0 });
  });

  it("ranks them by their opening words", async () => {
    const args = ["threads", "--in", SAMPLE, "--desk", "tides", "--search", "gauge battery"];
    const { code, json } = await inProcessJson(args);
    expect(code).toBe(0);
    expect(json.hits[0]).toMatchObject({ line: { root: 377, replies: 6 }, kind: "prefix" });
    const { stdout } = await backread(args);
    expect(stdout).toMatch(/^\^377 {2}Gauge battery at .*6 replies, latest \^383\n/);
  });

  it("ends with 1 where no thread opens so", async () => {
    const { code } = await backread(["threads", "--in", SAMPLE, "--search", "/zebra/"]);
    expect(code).toBe(1);
  });
});

describe("backread context", () => {
  const args = ["context", "--as", "almanac", "--in", SAMPLE, "--desk", "tides", "--window", "5"];

  it("prints the briefing, the framed context and the history under its authors", async () => {
    const { code, stdout } = await backread(args);
    expect(code).toBe(0);
    expect(stdout).toContain("  You are @almanac in the tides desk (id: tides).\n");
    expect(stdout).toContain("  - @scribe — Scribe\n");
    expect(stdout).not.toContain("- @almanac");
    const marker = /Between the lines marked (\w+) stands text recalled/.exec(stdout)?.[1];
    expect(stdout).toContain(`=== ${marker} begin: Pinned in this conversation`);
    const history = stdout.slice(stdout.indexOf("\nHistory\n") + 9, stdout.indexOf("\n\n4 mess"));
    for (const line of history.split("\n")) expect(line).toMatch(/^ {2}(\^\d+ |\|)/);
  });

  it("gives the wire forms with --json", async () => {
    const { json } = await inProcessJson(args);
    expect(json.briefing.viewer_id).toBe("almanac");
    expect(json.briefing.brevity).toStrictEqual({ message_chars: 600, window: 5 });
    expect(json.briefing.teammates.map(({ id }) => id)).toStrictEqual(["scribe", "triage"]);
    expect(json.history.at(-1)?.sequence).toBe(430);
    expect(json.context.pins).toHaveLength(4);
  });

  it("ends with 1 for a desk that is empty, and takes no --as without a name", async () => {
    const empty = await backread(["context", "--as", "a", "--in", SAMPLE, "--desk", "attic"]);
    expect(empty.code).toBe(1);
    expect(empty.stderr).toContain('no row stands in a desk "attic"');
    const unnamed = await backread(["context", "--in", SAMPLE]);
    expect(unnamed.code).toBe(2);
    expect(unnamed.stderr).toMatch(/^backread: --as is missing; .*\n$/);
  });
});

describe("backread find", () => {
  it("shows people of one label apart, by their ids", async () => {
    const { code, stdout } = await backread(["find", "people", "sam", "--in", SAMPLE]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^sam-l {5}Sam Lee .*\nsam-lee2 {2}Sam Lee /);
  });

  it("finds agents and desks, the general desk under a name that --desk takes", async () => {
    const agents = await backreadJson(["find", "agents", "/^s/", "--in", SAMPLE]);
    expect(agents.json.hits.map(({ id }) => id)).toStrictEqual(["scribe"]);
    const desks = await inProcessJson(["find", "desks", "ma", "--in", SAMPLE]);
    expect(desks.json.hits[0]).toMatchObject({ id: "main", kind: "prefix" });
  });

  it("never offers an empty id, nor an agent as a person", async () => {
    const path = writeLog(join(temporaryFolder(), "ids.jsonl"), [
      { content: "a", author: { type: "person", id: "", label: "Nobody" } },
      { content: "b", author: { type: "agent", id: "nob", label: "Nobody" } },
    ]);
    const people = await inProcessJson(["find", "people", "nobody", "--in", path]);
    expect(people).toMatchObject({ code: 1, json: { hits: [] } });
    const agents = await inProcessJson(["find", "agents", "nobody", "--in", path]);
    expect(agents).toMatchObject({ code: 0, json: { hits: [{ id: "nob" }] } });
  });
});

describe("backread demo", () => {
  it("shows commands that can be typed, within 80 columns", async () => {
    const { code, stdout, stderr } = await backread(["demo"]);
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" });
    const typed = stdout.replaceAll("\\\n", "").match(/^\$ backread .*$/gm) ?? [];
    expect(typed.map((line) => line.split(" ")[2])).toStrictEqual([
      "search",
      "search",
      "pins",
      "context",
      "import",
      "search",
      "search",
      "search",
      "search",
      "audit",
    ]);
    // The same question, and what only one of its rooms may hear.
    const asked = stdout.split(/^\d+\. Ask from .*$/m).slice(1);
    expect(
      asked.map((text) => text.includes("stays here") || text.includes("over the fence")),
    ).toStrictEqual([true, false, false, false]);
    expect(asked.map((text) => text.includes("mainland pilots"))).toStrictEqual([
      false,
      true,
      false,
      false,
    ]);
    // Each prints under its line what it prints when it is typed.
    const [first = ""] = typed;
    const bin = `node ${JSON.stringify(join(import.meta.dirname, "../../dist/cli/main.js"))}`;
    const again = spawnSync("sh", ["-c", first.replace("$ backread", bin)], {
      encoding: "utf8",
      env: { ...process.env, COLUMNS: "80" },
    });
    expect(again.status).toBe(0);
    expect(stdout).toContain(`\n\n${again.stdout}`);
    expect(stdout).not.toContain(ESCAPE);
    for (const line of stdout.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });
});

describe("the shipped schemas", () => {
  it("refuse what the codecs do not write", async () => {
    const { json } = await inProcessJson(["search", "heron", "--in", SAMPLE, "--limit", "1"]);
    const validate = schemaOf("search");
    expect(validate(json)).toBe(true);
    const [hit] = json.hits;
    expect(validate({ ...json, hits: [{ ...hit, score: 2000 }] })).toBe(false);
    expect(validate({ ...json, hits: [{ ...hit, author: { type: "ghost" } }] })).toBe(false);
    expect(validate({ hits: [] })).toBe(false);
  });
});
