import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { check } from "../../build/check.mjs";
import { CommandFailed } from "../../build/process.mjs";
import { runAll, type Runner } from "../../build/runners.mjs";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "backread-check-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A runner that does what a script says. */
function runner(name: string, script: string): Runner {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, script);
  return { name, command: [path] };
}

function linesOf(checks: Runner[], suites: Runner[]): Promise<string[]> {
  return printedBy(() => runAll(checks, suites));
}

/** What was printed, times taken out. */
async function printedBy(task: () => Promise<unknown>): Promise<string[]> {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await task();
    return log.mock.calls.map(([line]) => String(line).replace(/\(\d+\.\d s\)/, "(time)"));
  } finally {
    log.mockRestore();
  }
}

const report = (counts: string) =>
  `import { appendFileSync } from "node:fs"; appendFileSync(process.env.BACKREAD_COUNTS, '${counts}\\n');`;
const GOOD = report('{"passed":5,"failed":0,"skipped":2}');

describe("npm test", () => {
  it("runs everything after a failure, and its last line is the sum", async () => {
    const lines = await linesOf(
      [runner("one", "console.log('because'); process.exit(1)"), runner("two", "")],
      [runner("three", "process.exit(1)"), runner("four", GOOD)],
    );
    expect(lines).toEqual([
      "FAILED one (time)",
      "because",
      "ok     two (time)",
      "FAILED three: 0 passed, 1 failed, 0 skipped",
      "ok     four: 5 passed, 0 failed, 2 skipped",
      "failed: one",
      "failed: three",
      "6 passed, 2 failed, 2 skipped",
    ]);
  });

  it("says again at the end which cases failed, and why", async () => {
    const failures = [
      { name: "a.test.ts > sinks", reason: `expected ${"x".repeat(300)}` },
      { name: "b.test.ts > as a whole", reason: "no such file\nand more" },
    ];
    const counts = JSON.stringify({ passed: 1, failed: 2, skipped: 0, failures });
    const lines = await linesOf([], [runner("eight", report(counts.replaceAll("\\", "\\\\")))]);
    expect(lines).toEqual([
      "FAILED eight: 1 passed, 2 failed, 0 skipped",
      `failed: a.test.ts > sinks: expected ${"x".repeat(191)}`,
      "failed: b.test.ts > as a whole: no such file",
      "1 passed, 2 failed, 0 skipped",
    ]);
  });

  it.each([
    ["by a command", new CommandFailed("tsc", 2)],
    ["by itself", new Error("made no dist")],
  ])("has failed when its set-up failed %s, and says so in the same words", async (_, error) => {
    const setUp = () => Promise.reject(error);
    const before = process.exitCode;
    try {
      const lines = await printedBy(() => check([], setUp));
      expect(lines[0]).toContain(error.message);
      expect(lines.at(-1)).toBe("0 passed, 1 failed, 0 skipped");
      expect(process.exitCode).toBe(1);
    } finally {
      process.exitCode = before;
    }
  });

  it("takes a check that dies for a failure", async () => {
    const lines = await linesOf([runner("dies", "process.kill(process.pid, 'SIGKILL')")], []);
    expect(lines.at(-1)).toBe("0 passed, 1 failed, 0 skipped");
  });

  it("counts a suite whose data is not there as skipped", async () => {
    const lines = await linesOf(
      [],
      [{ ...runner("five", GOOD), needs: ["../no/such", "no/such"] }],
    );
    expect(lines.at(-1)).toBe("0 passed, 0 failed, 1 skipped");
  });

  it("does not let one suite see the counts of another", async () => {
    const lines = await linesOf([], [runner("six", GOOD), runner("seven", GOOD)]);
    expect(lines.at(-1)).toBe("10 passed, 0 failed, 4 skipped");
  });
});
