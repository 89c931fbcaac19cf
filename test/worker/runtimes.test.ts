// The same worker in Node, Deno and Bun.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const EXERCISE = fileURLToPath(new URL("exercise.mjs", import.meta.url));
const bin = (name: string): string =>
  fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

async function exercise(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, [...args, EXERCISE], { timeout: 50_000 });
  return stdout;
}

let inNode: string;
beforeAll(async () => {
  inNode = await exercise(process.execPath, []);
});

test("Node: answers, errors, a killed thread, an idle one that lets the process end", () => {
  const coverage = { scanned: 512, oldest: 2488, stoppedBy: "aborted" };
  expect(JSON.parse(inNode)).toMatchObject({
    hits: { hits: [{ sequence: 1299 }, {}, {}, {}, {}], coverage: { scanned: 2048 } },
    extended: { added: 10, coverage: { scanned: 110 } },
    answers: [{ hits: { length: 10 } }, { hits: [{}, {}, {}] }],
    listed: [
      [{ id: "29" }, { id: "290" }, { id: "291" }],
      [{ id: "new", kind: "exact" }, { id: "290" }, { id: "291" }],
    ],
    closedList: { code: "closed", data: { what: "candidate list" } },
    closed: { code: "closed" },
    refused: { name: "InvalidPatternError", code: "invalid_pattern", data: { position: 1 } },
    aborted: { name: "AbortedError", data: { coverage } },
    crashed: { name: "WorkerCrashedError", code: "worker_crashed" },
    soon: true,
    released: { code: "closed", data: { what: "recall worker" } },
  });
  const { hits, again, started } = JSON.parse(inNode);
  expect([again, started]).toEqual([hits, hits]);
});

describe.each([
  ["deno", ["run", "--quiet", "--allow-all"]],
  ["bun", ["run"]],
])("%s", (name, args) => {
  test.skipIf(!existsSync(bin(name)))("does the same, to the byte", async () => {
    expect(await exercise(bin(name), args)).toBe(inNode);
  });
});
