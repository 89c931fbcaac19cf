import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "../../build/paths.mjs";
import { createRe2WasmEngine } from "../../dist/regex/index.js";
import { DOORS, type Consumer } from "../packed/package.js";
import { reportsOfPage } from "./chromium.js";
import { DOOR_SUPPORT, doorsOf, RUNTIMES, type Runtime } from "./doors.js";
import { OPERATIONS } from "./guest/operations.mjs";
import { answerQueries, QUERIES, QUERIES_OF_SECOND, SEED, type Answers } from "./guest/queries.mjs";
import type { Report } from "./guest/report.mjs";
import { installGuest } from "./installation.js";
import { binaryOf, cannotRun } from "./runtime-binaries.js";
import { bundleWorker, startWorker } from "./workerd.js";

interface Place {
  readonly runtime: Runtime;
  readonly name: string;
}

/** A browser has two: a page, and a module worker of it. */
const PLACES: readonly Place[] = [
  ...RUNTIMES.map((runtime) => ({ runtime, name: runtime })),
  { runtime: "Chromium", name: "a module worker in Chromium" },
];

/** Runs the questions on the installed package, as users of each runtime would. */
const RUN: Readonly<Record<Runtime, (consumer: Consumer) => Promise<readonly Report[]>>> = {
  Node: (consumer) => printed(consumer, "Node", []),
  Chromium: ({ path }) => reportsOfPage(path),
  workerd: async ({ path }) => {
    const worker = startWorker(await bundleWorker(path, "fetch.mjs"));
    try {
      const response = await worker.dispatchFetch("http://runtimes.test/");
      if (!response.ok) throw new Error(`workerd: ${await response.text()}`);
      return [(await response.json()) as Report];
    } finally {
      await worker.dispose();
    }
  },
  Deno: (consumer) => printed(consumer, "Deno", ["run", "--no-remote", "--allow-read"]),
  Bun: (consumer) => printed(consumer, "Bun", []),
};

async function printed(
  consumer: Consumer,
  runtime: Runtime,
  options: readonly string[],
): Promise<readonly Report[]> {
  const args = [...options, "console.mjs"];
  const { status, stdout, stderr } = await consumer.start(binaryOf(runtime), args);
  if (status !== 0) throw new Error(`${runtime} ended with ${status}: ${stderr}`);
  return [JSON.parse(stdout) as Report];
}

const consumers: Consumer[] = [];
const reports = new Map<Runtime, Promise<readonly Report[]>>();

async function runIn(runtime: Runtime): Promise<readonly Report[]> {
  const consumer = await installGuest(runtime);
  consumers.push(consumer);
  return RUN[runtime](consumer);
}

/** What the place said; rejects with what went wrong in its runtime, and in no other. */
async function reportOf({ runtime, name }: Place): Promise<Report> {
  const said = (await reports.get(runtime)) ?? [];
  const report = said[name === runtime ? 0 : 1];
  if (report === undefined) throw new Error(`${name} said nothing`);
  return report;
}

let expected: Answers;
let expectedOfSecond: Answers;
beforeAll(async () => {
  for (const runtime of RUNTIMES) {
    if (cannotRun(runtime) !== null) continue;
    const running = runIn(runtime);
    running.catch(() => null); // until the runtime's own test reads it
    reports.set(runtime, running);
  }
  const sample = readFileSync(fromRoot("demo/sample.jsonl"), "utf8");
  expected = await answerQueries({ sample, kind: "reference" });
  const engine = await createRe2WasmEngine();
  expectedOfSecond = await answerQueries({
    sample,
    kind: "reference",
    engine,
    count: QUERIES_OF_SECOND,
  });
  await Promise.allSettled(reports.values());
});
afterAll(() => consumers.forEach((consumer) => consumer.remove()));

describe.each(PLACES)("installed in $name", (place) => {
  const reason = cannotRun(place.runtime);

  it(`${QUERIES} seeded queries of the compiled core give the bytes that its twin gives`, async ({
    skip,
  }) => {
    if (reason !== null) skip(reason);
    const { kind, hash, lines } = (await reportOf(place)).answers;
    expect(kind).toBe("wasm");
    // Line by line first: a difference then shows its question.
    expect(lines).toEqual(expected.lines);
    expect(hash).toBe(expected.hash);
    expect(hash).toBe(createHash("sha256").update(lines.join("\n")).digest("hex"));
  });

  it("answers with the second engine as the second engine does elsewhere", async ({ skip }) => {
    if (reason !== null) skip(reason);
    const { lines, hash } = (await reportOf(place)).second;
    expect(lines).toEqual(expectedOfSecond.lines);
    expect(hash).toBe(expectedOfSecond.hash);
  });

  it("every door that is meant for it opens, and gives what it gives in Node", async ({ skip }) => {
    if (reason !== null) skip(reason);
    const { names } = await reportOf(place);
    expect(Object.keys(names).toSorted()).toEqual(doorsOf(place.runtime).toSorted());
    for (const [door, given] of Object.entries(names))
      expect({ door, given }).toEqual({ door, given: Object.keys(await import(door)).toSorted() });
  });
});

describe("the queries", () => {
  const sample = readFileSync(fromRoot("demo/sample.jsonl"), "utf8");

  it("ask every operation for answers of many kinds", () => {
    const answers = new Map<string, Set<string>>();
    for (const line of expected.lines) {
      const { operation, answer } = JSON.parse(line) as { operation: string; answer: unknown };
      answers.set(operation, (answers.get(operation) ?? new Set()).add(JSON.stringify(answer)));
    }
    expect(expected.lines).toHaveLength(QUERIES);
    expect([...answers.keys()].toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
    for (const [operation, different] of answers)
      expect({ operation, enough: different.size >= 8 }).toEqual({ operation, enough: true });
  });

  it("are others for another seed", async () => {
    const few = { sample, count: 16 };
    const same = await answerQueries(few);
    const other = await answerQueries({ ...few, seed: SEED + 1 });
    expect(same.lines).toEqual(expected.lines.slice(0, few.count));
    expect(other.hash).not.toBe(same.hash);
  });
});

describe("the table of doors", () => {
  it("has every door of the package, and no other", () => {
    expect(Object.keys(DOOR_SUPPORT).toSorted()).toEqual(DOORS.toSorted());
  });

  it("is the one that examples/README.md shows", () => {
    const readme = readFileSync(fromRoot("examples/README.md"), "utf8");
    const rows = readme.split("\n").filter((line) => line.startsWith("| `backread"));
    const shown = rows.map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const support = Object.entries(DOOR_SUPPORT).map(([door, by]) => {
      return [`\`${door}\``, ...RUNTIMES.map((runtime) => by[runtime] ?? "–")];
    });
    expect(shown).toEqual(support);
  });
});
