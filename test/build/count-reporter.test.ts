import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fromRoot } from "../../build/paths.mjs";

let base = "";
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "backread-reporter-"));
  writeFileSync(
    join(base, "some.test.js"),
    `test("passes", () => {});
     test("fails", () => { throw new Error("on purpose"); });
     test.skip("is skipped", () => {});
     test("skips itself", ({ skip }) => skip("no reason"));
     test.todo("is to be done");
     test.fails("is expected to fail", () => { throw new Error("as expected"); });`,
  );
  writeFileSync(
    join(base, "unloadable.test.js"),
    `import "./no-such-file.js"; test("never", () => {});`,
  );
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function runVitest(env: Record<string, string>): { status: number | null; stdout: string } {
  const reporter = `--reporter=${fromRoot("build/count-reporter.mjs")}`;
  const args = ["run", "--root", base, "--globals", reporter];
  // The run that this test is part of has counts of its own.
  const { BACKREAD_COUNTS: _, ...outer } = process.env;
  return spawnSync(process.execPath, [fromRoot("node_modules/vitest/vitest.mjs"), ...args], {
    encoding: "utf8",
    env: { ...outer, ...env },
  });
}

it("counts every case, and a file that cannot be loaded as one that failed", () => {
  const file = join(base, "counts");
  expect(runVitest({ BACKREAD_COUNTS: file }).status).toBe(1);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ passed: 2, failed: 2, skipped: 3 });
});

it("says them itself when nobody sums them", () => {
  expect(runVitest({}).stdout.trim().split("\n").at(-1)).toBe("2 passed, 2 failed, 3 skipped");
});
