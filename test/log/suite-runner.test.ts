import { spawnSync } from "node:child_process";
import { describe, expect, test, vi } from "vitest";
import {
  ConformanceError,
  LARGEST_LIMIT,
  sessionLogSuite,
  type OpenedLog,
  type SuiteCase,
} from "../../dist/conformance/index.js";
import { InvalidArgumentError, type Message, type SessionLog } from "../../dist/index.js";
import { openMemoryLog } from "./suite-support.js";

const EMPTY = "an empty log has no rows and no cursor";

function caseOf(cases: readonly SuiteCase[], name: string): SuiteCase {
  const found = cases.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
}

describe("the suite", () => {
  test("is a list that cannot be changed, and no case has another's name", () => {
    const cases = sessionLogSuite({ open: openMemoryLog });
    expect(Object.isFrozen(cases) && cases.every((each) => Object.isFrozen(each))).toBe(true);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.every(({ skipped }) => skipped === null)).toBe(true);
  });

  test("keeps a skip's reason, and takes none without a case or a reason", () => {
    const open = openMemoryLog;
    const cases = sessionLogSuite({ open, skip: { [EMPTY]: "is never empty" } });
    expect(caseOf(cases, EMPTY).skipped).toBe("is never empty");
    for (const skip of [{ "no such case": "why" }, { [EMPTY]: " " }, { toString: "why" }])
      expect(() => sessionLogSuite({ open, skip })).toThrow(InvalidArgumentError);
  });

  test("asks with no larger limit than it says", async () => {
    let largest = 0;
    const open = (rows: readonly Message[]) =>
      openMemoryLog(rows, {
        request: (read) => {
          if (Number.isFinite(read.limit)) largest = Math.max(largest, read.limit);
          return read;
        },
      });
    for (const { run } of sessionLogSuite({ open })) await run();
    expect(largest).toBe(LARGEST_LIMIT);
  });

  test("asks for an append where there is none", async () => {
    const open = (rows: readonly Message[]) => ({ log: openMemoryLog(rows).log });
    const name = "rows appended during a walk change nothing behind its cursor";
    await expect(caseOf(sessionLogSuite({ open }), name).run()).rejects.toThrow(/gave no append/);
  });

  test("does not wait for a log that never answers", async () => {
    const silent: SessionLog = { readBefore: () => new Promise(() => {}) };
    const cases = sessionLogSuite({ open: () => ({ log: silent }), timeoutMs: 20 });
    await expect(caseOf(cases, EMPTY).run()).rejects.toThrow(/did not end in 20 ms/);
  });

  test("closes every log that it opened, whatever came of the case", async () => {
    let open = 0;
    const cases = sessionLogSuite({
      open: (rows) => {
        open++;
        const { log } = openMemoryLog(rows, { without: "checks" });
        return { log, close: () => void open-- };
      },
    });
    let failed = 0;
    for (const { run } of cases) await run().catch(() => failed++);
    expect({ open, failed }).toEqual({ open: 0, failed: 3 });
  });

  test("closes a log too that was opened after the case was given up", async () => {
    let give: () => void = () => {};
    const close = vi.fn();
    const open = (rows: readonly Message[]) =>
      new Promise<OpenedLog>((resolve) => {
        give = () => resolve({ ...openMemoryLog(rows), close });
      });
    const cases = sessionLogSuite({ open, timeoutMs: 20 });
    await expect(caseOf(cases, EMPTY).run()).rejects.toThrow(/did not end in 20 ms/);
    give();
    await new Promise((resolve) => setImmediate(resolve));
    expect(close).toHaveBeenCalledOnce();
  });

  test("names what the host's own functions threw", async () => {
    const broken = { open: () => Promise.reject(new Error("no room")) };
    await expect(caseOf(sessionLogSuite(broken), EMPTY).run()).rejects.toMatchObject({
      message: `${EMPTY}: no room`,
      cause: { message: "no room" },
    });
    const unclosed = sessionLogSuite({
      open: (rows) => ({ ...openMemoryLog(rows), close: () => Promise.reject(new Error("busy")) }),
    });
    await expect(caseOf(unclosed, EMPTY).run()).rejects.toThrow(`${EMPTY}: busy`);
  });

  test("shows the units in which a text differs, not what a terminal makes of them", async () => {
    const open = (rows: readonly Message[]) =>
      openMemoryLog(rows, {
        store: (row) => ({ ...row, content: Buffer.from(row.content).toString() }),
      });
    const error = await caseOf(sessionLogSuite({ open }), "lone surrogates come back")
      .run()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConformanceError);
    expect(String(error)).toContain(String.raw`is "\ufffd", not "\ud83d", from UTF-16 unit 2 on`);
  });

  test("runs under node:test as it is", () => {
    const script = `
      import { test } from "node:test";
      import { arrayLog } from "./dist/index.js";
      import { sessionLogSuite } from "./dist/conformance/index.js";
      const skip = { "a row that a caller changes is unchanged in the log": "shares its rows" };
      const open = (rows) => ({ log: arrayLog(rows) });
      for (const { name, skipped, run } of sessionLogSuite({ open, skip }))
        test(name, { skip: skipped ?? false }, run);`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    expect(stdout).toMatch(/^# tests 26$/m);
    expect(stdout).toMatch(/^# skipped 1$/m);
    expect(stdout).toMatch(/^# fail 2$/m);
  });
});
