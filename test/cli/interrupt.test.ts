import { execFileSync } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readArgs } from "../../dist/cli/args.js";
import { openImport } from "../../dist/cli/imported-log.js";
import { countedBytes } from "../../dist/cli/open-path.js";
import { orInterrupted } from "../../dist/cli/or-interrupted.js";
import { searchAll } from "../../dist/cli/search-all.js";
import { terminal } from "../../dist/cli/terminal.js";
import {
  AbortedError,
  arrayLog,
  createCore,
  createRecall,
  type Coverage,
  type Message,
} from "../../dist/index.js";
import { inProcess } from "./in-process.js";
import { checked, ended, SAMPLE, schemaOf, start, temporaryFolder } from "./process.js";

const WORKSPACE = fileURLToPath(new URL("../../demo/workspace", import.meta.url));

const rows: readonly Message[] = Array.from({ length: 7000 }, (_, sequence) => ({
  sequence,
  chatId: null,
  parent: null,
  author: { type: "operator" },
  content: sequence % 700 === 0 ? "wreck" : "calm",
}));
const recall = createRecall({ core: await createCore() });
const query = { pattern: { type: "text", query: "wreck" }, limit: 100 } as const;

describe("an interrupt", () => {
  it("ends a process with 130 even while it waits for bytes, and says what was covered", async () => {
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const child = start(["search", "heron", "--in", pipe, "--json"]);
    const result = ended(child);
    // The writer's end opens once the process has opened its own, so its handler is in place.
    const writer = await open(pipe, "w");
    child.kill("SIGINT");
    const { code, stdout } = await result;
    await writer.close();
    expect(code).toBe(130);
    const json: unknown = JSON.parse(stdout);
    expect(schemaOf("search")(json)).toBe(true);
    expect(json).toMatchObject({ hits: [], coverage: { scanned: 0, stopped_by: "aborted" } });
  });

  it("that comes while a pipe is opened leaves no failure that nobody hears of", async () => {
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const unheard: unknown[] = [];
    const hear = (reason: unknown): number => unheard.push(reason);
    process.on("unhandledRejection", hear);
    try {
      const interrupted = AbortSignal.abort(new Error("interrupted"));
      const read = expect(countedBytes(pipe, interrupted, () => {}).next()).rejects.toThrow(
        "interrupted",
      );
      const writer = await open(pipe, "w");
      await read;
      await writer.close();
      await new Promise((resolve) => setImmediate(resolve));
      expect(unheard).toStrictEqual([]);
    } finally {
      process.off("unhandledRejection", hear);
    }
  });

  it("keeps what was found before, and where to go on from", async () => {
    const interrupt = new AbortController();
    const stopped = await searchAll(recall, arrayLog(rows), query, {
      signal: interrupt.signal,
      onProgress: ({ scanned }) => {
        if (scanned > 4096) interrupt.abort();
      },
    });
    expect(stopped.hits.map(({ sequence }) => sequence)).toStrictEqual([
      6300, 5600, 4900, 4200, 3500,
    ]);
    expect(stopped.coverage).toStrictEqual({
      scanned: 4096,
      oldest: 2904,
      complete: false,
      nextBefore: 2904,
      stoppedBy: "aborted",
    });
    const rest = await searchAll(recall, arrayLog(rows), { ...query, before: 2904 });
    const whole = await searchAll(recall, arrayLog(rows), query);
    expect([...stopped.hits, ...rest.hits]).toStrictEqual(whole.hits);
    expect(whole.hits).toHaveLength(10);
  });

  it("is heard while a reader holds all of its rows back", async () => {
    const interrupt = new AbortController();
    const reads = (): Promise<never> => {
      interrupt.abort(new Error("interrupted"));
      return new Promise(() => undefined);
    };
    const items = { [Symbol.asyncIterator]: () => ({ next: reads }) };
    const err = terminal({ write: () => true }, {});
    const io = { out: err, err, env: {}, signal: interrupt.signal };
    const opened = openImport(io, { path: "x", items, part: () => null, allIssues: false });
    await expect(opened).rejects.toMatchObject({ code: "aborted" });
  });

  it("is heard by every command", async () => {
    const interrupt = new AbortController();
    interrupt.abort();
    for (const args of [
      ["search", "x"],
      ["pins"],
      ["threads"],
      ["context", "--as", "x"],
      ["find", "people", "x"],
    ]) {
      const { code } = await inProcess([...args, "--in", SAMPLE], { signal: interrupt.signal });
      expect([args[0], code]).toStrictEqual([args[0], 130]);
    }
  });
});

describe("an interrupt where JSON is asked for", () => {
  const interrupted = { signal: AbortSignal.abort(new Error("interrupted")) };
  // A log of our own is interrupted while it is asked, an export while it is opened.
  it.each([
    ["a log", SAMPLE],
    ["an export", WORKSPACE],
  ])("says what was covered of %s, in the command's form", async (_, path) => {
    for (const [form, args] of [
      [{ hits: [] }, ["search", "x"]],
      [{ pins: [], cut: 0 }, ["pins"]],
      [{ threads: [] }, ["threads"]],
      [{ hits: [] }, ["threads", "--search", "x"]],
      [{ hits: [] }, ["find", "people", "x"]],
    ] as const) {
      const asked = [...args, "--in", path, "--json"];
      const { code, stdout, stderr } = await inProcess(asked, interrupted);
      expect([args[0], code, stderr]).toStrictEqual([args[0], 130, ""]);
      const { coverage, ...rest } = checked(args[0], stdout);
      expect([args[0], rest]).toStrictEqual([args[0], form]);
      expect(coverage).toMatchObject({ scanned: 0, complete: false, stopped_by: "aborted" });
    }
  });

  it("counts no rows of which the answer says nothing", async () => {
    const args = readArgs(["--json"], ["json"]);
    const read = { scanned: 512, oldest: 7, nextBefore: 7, complete: false } as const;
    const covered: Coverage[] = [];
    const code = await orInterrupted(
      args,
      () => Promise.reject(AbortedError.of({ ...read, stoppedBy: "aborted" }, "interrupted")),
      async (coverage) => void covered.push(coverage),
    );
    expect(code).toBe(130);
    expect(covered).toStrictEqual([
      { scanned: 0, oldest: null, complete: false, nextBefore: null, stoppedBy: "aborted" },
    ]);
  });

  it("leaves out an answer that would say more than is known", async () => {
    // The briefing of a turn names the teammates, and nobody has been looked for.
    const asked = ["context", "--as", "x", "--in", SAMPLE, "--json"];
    const { code, stdout, stderr } = await inProcess(asked, interrupted);
    expect({ code, stdout }).toStrictEqual({ code: 130, stdout: "" });
    expect(stderr).toContain("interrupted");
  });
});

describe("a pipe that closes early", () => {
  it("ends the process without a word", async () => {
    const child = start(["search", "/./", "--in", SAMPLE, "--limit", "400"]);
    child.stdout.destroy();
    const { code, stderr } = await ended(child);
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });
});

describe("searchAll", () => {
  it("finds what one search over all rows would, however the log is cut", async () => {
    const naive = rows.filter(({ content }) => content === "wreck").reverse();
    for (const scan of [1, 511, 512, 2047, 2048, 2049, 4096, 6999, 7000, Infinity]) {
      const { hits, coverage } = await searchAll(recall, arrayLog(rows), query, { scan });
      const read = Math.min(scan, rows.length);
      expect(hits.map(({ sequence }) => sequence)).toStrictEqual(
        naive.map(({ sequence }) => sequence).filter((sequence) => sequence >= 7000 - read),
      );
      expect(coverage).toStrictEqual({
        scanned: read,
        oldest: 7000 - read,
        complete: scan >= 7000,
        nextBefore: scan >= 7000 ? null : 7000 - read,
        stoppedBy: scan >= 7000 ? "end" : "bound",
      });
    }
  });

  it("counts rows over all searches", async () => {
    const seen: number[] = [];
    await searchAll(recall, arrayLog(rows), query, {
      onProgress: ({ scanned }) => seen.push(scanned),
    });
    expect(seen).toStrictEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(7000);
  });
});

it("reads a pipe to its end", () => {
  const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
  const stdout = execFileSync(
    "sh",
    [
      "-c",
      'cat "$1" | "$2" "$3" search heron --json --in /dev/stdin',
      "sh",
      SAMPLE,
      process.execPath,
      main,
    ],
    { encoding: "utf8" },
  );
  expect(JSON.parse(stdout)).toMatchObject({ coverage: { scanned: 412, complete: true } });
});
