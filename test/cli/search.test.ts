import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess, inProcessJson } from "./in-process.js";
import { backread, backreadJson, SAMPLE, temporaryFolder, writeLog } from "./process.js";

describe("backread search", () => {
  it("shows each hit with row, author, desk and time, and what was read last", async () => {
    const { code, stdout, stderr } = await backread([
      "search",
      "140 cm",
      "--in",
      SAMPLE,
      "--desk",
      "tides",
      "--limit",
      "2",
    ]);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    const lines = stdout.split("\n");
    expect(lines[0]).toBe(
      "^58  Haruka Mori (haruka)  #tides in ^55  2026-03-03 08:16Z  prefix 805",
    );
    expect(lines[1]).toMatch(/^ {4}140 cm on the gauge/);
    expect(lines.at(-2)).toBe("the 2 best hits · 412 rows read, back to the oldest, ^1");
  });

  it("prints the wire form and nothing else with --json", async () => {
    const { code, json } = await backreadJson(["search", "heron", "--in", SAMPLE, "--limit", "2"]);
    expect(code).toBe(0);
    expect(json.hits).toHaveLength(2);
    expect(json.hits[0]).toMatchObject({ sequence: 90, chat_id: "tides", parent: 85 });
    expect(json.coverage).toStrictEqual({
      scanned: 412,
      oldest: 1,
      complete: true,
      next_before: null,
      stopped_by: "end",
    });
  });

  it("reads /…/ as an expression, with either engine", async () => {
    const args = ["search", "/clocks? (change|go)/", "--in", SAMPLE, "--desk", "tides"];
    const first = await inProcessJson(args);
    const second = await inProcessJson([...args, "--engine", "re2wasm"]);
    expect(first.json.hits.map((hit) => hit.sequence)).toStrictEqual([21, 348]);
    expect(second.json).toStrictEqual(first.json);
  });

  it("filters by author id and by thread", async () => {
    const author = await inProcessJson([
      "search",
      "the",
      "--in",
      SAMPLE,
      "--author",
      "haruka",
      "--limit",
      "50",
    ]);
    expect(author.json.hits.length).toBeGreaterThan(5);
    for (const hit of author.json.hits) expect(hit.author.id).toBe("haruka");
    const thread = await inProcessJson([
      "search",
      "/./",
      "--in",
      SAMPLE,
      "--thread",
      "55",
      "--limit",
      "50",
    ]);
    expect(thread.json.hits.length).toBeGreaterThan(1);
    for (const hit of thread.json.hits) expect([hit.sequence, hit.parent]).toContain(55);
  });

  it("ends with 1 and says how to go on when a bound was reached", async () => {
    const args = ["search", "Lindqvist, Nikos Galanis", "--in", SAMPLE];
    const stopped = await inProcess([...args, "--scan", "50"]);
    expect(stopped.code).toBe(1);
    expect(stopped.stdout.trimEnd().split("\n").at(-1)).toBe(
      "nothing found · 50 rows read, oldest ^380; more before ^380: add --before 380",
    );
    const { json } = await inProcessJson([...args, "--scan", "50"]);
    expect(json.coverage).toMatchObject({ scanned: 50, complete: false, next_before: 380 });
    const goneOn = await inProcessJson([...args, "--before", "380"]);
    expect(goneOn.code).toBe(0);
    expect(goneOn.json.hits[0]?.sequence).toBe(1);
    expect(goneOn.json.coverage).toMatchObject({ scanned: 362, complete: true });
  });

  it("carries on beyond the bound of one search under one ranking", async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      content: index === 0 ? "wreck" : index % 1000 === 0 ? `the wreck, seen ${index}` : "calm",
    }));
    const path = writeLog(join(temporaryFolder(), "long.jsonl"), rows);
    const { json } = await inProcessJson(["search", "wreck", "--in", path, "--limit", "3"]);
    // The exact match is the oldest row; of equals the newest lead.
    expect(json.hits.map((hit) => hit.sequence)).toStrictEqual([1, 4001, 3001]);
    expect(json.coverage).toMatchObject({ scanned: 5000, oldest: 1, complete: true });
  });

  it("says that a desk or an author is not there, and which is near", async () => {
    const desk = await inProcess(["search", "heron", "--in", SAMPLE, "--desk", "tidse"]);
    expect(desk.code).toBe(1);
    expect(desk.stderr).toBe('backread: no row stands in a desk "tidse"; did you mean "tides"?\n');
    const author = await inProcess(["search", "heron", "--in", SAMPLE, "--author", "Mara"]);
    expect(author.code).toBe(1);
    expect(author.stderr).toContain('"mara" (Mara Lindqvist), "mara-q" (Mara Quinn)?');
  });

  it("gives the same with the compiled core and its twin", async () => {
    const args = ["search", "tide gauge", "--in", SAMPLE, "--json"];
    const compiled = await inProcess(args, { env: { BACKREAD_CORE: "wasm" } });
    const twin = await inProcess(args, { env: { BACKREAD_CORE: "reference" } });
    expect(compiled.code).toBe(0);
    expect(twin).toStrictEqual(compiled);
  });
});
