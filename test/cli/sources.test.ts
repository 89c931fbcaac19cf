import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { backreadJson, SAMPLE, shared, temporaryFolder } from "./process.js";
import { inProcess, inProcessJson } from "./in-process.js";

describe("sources", () => {
  it("reads the same rows from a log that is gzipped", async () => {
    const path = join(temporaryFolder(), "sample.jsonl.gz");
    writeFileSync(path, gzipSync(readFileSync(SAMPLE)));
    const plain = await inProcess(["search", "heron", "--in", SAMPLE, "--json"]);
    const zipped = await inProcess(["search", "heron", "--in", path, "--json"]);
    expect(zipped.stdout).toBe(plain.stdout);
  });

  it("reads other JSON rows by a field map", async () => {
    const path = join(temporaryFolder(), "other.jsonl");
    writeFileSync(path, '{"room":"pier","who":"u1","body":{"text":"a heron"}}\n{"room":"pier"}\n');
    const args = ["search", "heron", "--in", path];
    const map = ["--map", "chat_id=room,author.id=who,content=body.text"];
    const unmapped = await inProcess(args);
    expect(unmapped.code).toBe(2);
    const mapped = await inProcess([...args, ...map]);
    expect(mapped.code).toBe(0);
    expect(mapped.stdout).toMatch(/^\^1 {2}u1 {2}#pier {2}word prefix \d+\n {4}a heron\n/);
    expect(mapped.stderr).toMatch(
      /^backread: 1 issue in the source, 1 not read\n {2}other\.jsonl, line 2: /,
    );
  });

  it("takes the only desk there is where none is named", async () => {
    const path = join(temporaryFolder(), "pier.txt");
    writeFileSync(path, "[12:01] <mara> !pin #gate the gate is open\n[12:02] <nikos> seen\n");
    const { code, stdout } = await inProcess(["pins", "--in", path]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\^1 {2}#gate {2}pinned by mara\n/);
    const named = await inProcess(["search", "seen", "--in", path, "--format", "irc"]);
    expect(named.stdout).toContain("#pier  12:02");
  });

  it("does not read a log of our own to its head for what stands at its end", async () => {
    const path = join(temporaryFolder(), "head.jsonl");
    const row = (sequence: number): string =>
      `${JSON.stringify({ sequence, author: { type: "operator" }, content: "x".repeat(100) })}\n`;
    const rows = Array.from({ length: 4000 }, (_, index) => row(index + 10));
    // Whoever read as far as these would report them.
    writeFileSync(path, `${row(1)}broken\nbroken\n${rows.join("")}`);
    const short = await inProcess(["search", "y", "--in", path, "--scan", "100"]);
    expect(short).toMatchObject({ code: 1, stderr: "" });
    const whole = await inProcess(["search", "y", "--in", path]);
    expect(whole.stderr).toContain("2 issues in the source, 2 not read");
  });
});

const slack = shared("slack-export.zip");
const irc = shared("irc-ubuntu");
const gitter = shared("gitter.jsonl.gz");

describe("real exports", () => {
  it.skipIf(slack === null)("a Slack zip, by every command", async () => {
    const found = await inProcessJson(["search", "data", "--in", slack!, "--limit", "5"]);
    expect(found.code).toBe(0);
    expect(found.json.coverage).toMatchObject({ scanned: 1382, complete: true });
    const desks = await inProcessJson(["find", "desks", "general", "--in", slack!]);
    const [desk] = desks.json.hits;
    if (desk === undefined) throw new Error("no desk of that name");
    for (const name of [desk.id, desk.label]) {
      const scoped = await inProcessJson(["search", "/./", "--in", slack!, "--desk", name]);
      for (const hit of scoped.json.hits) expect(hit.chat_id).toBe(desk.id);
      expect(scoped.json.hits).toHaveLength(10);
    }
    const people = await inProcessJson(["find", "people", "/./", "--in", slack!, "--limit", "500"]);
    expect(people.json.hits.every(({ id }) => id !== "")).toBe(true);
    const context = await inProcessJson(["context", "--as", "bot", "--in", slack!]);
    expect(context.json.history.length).toBeGreaterThan(0);
    await inProcessJson(["threads", "--in", slack!]);
    expect((await inProcessJson(["pins", "--in", slack!])).code).toBe(1);
  });

  it.skipIf(irc === null)("a folder of IRC logs", async () => {
    const { code, json, stderr } = await inProcessJson(["search", "partition", "--in", irc!]);
    expect(code).toBe(0);
    expect(json.coverage).toMatchObject({ oldest: 1, complete: true });
    expect(json.coverage.scanned).toBeGreaterThan(12_000);
    expect(stderr).toContain("not read");
  });

  it.skipIf(gitter === null)("212k rows of Gitter by one command, to the oldest row", async () => {
    const lines = gunzipSync(readFileSync(gitter!)).toString("utf8").trimEnd().split("\n");
    const exact = lines
      .map((line) => JSON.parse(line) as { seq: number; text: string })
      .filter(({ text }) => text.trim().toLowerCase() === "closure")
      .map(({ seq }) => seq)
      .reverse();
    const { code, json } = await backreadJson(["search", "closure", "--in", gitter!]);
    expect(code).toBe(0);
    expect(json.coverage).toStrictEqual({
      scanned: lines.length,
      oldest: 1,
      complete: true,
      next_before: null,
      stopped_by: "end",
    });
    expect(json.hits).toHaveLength(10);
    const found = json.hits.filter(({ kind }) => kind === "exact");
    expect(exact.length).toBeGreaterThan(0);
    expect(found.map(({ sequence }) => sequence)).toStrictEqual(exact.slice(0, 10));
  });
});
