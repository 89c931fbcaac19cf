import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import CountReporter from "../../build/count-reporter.mjs";
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
    join(base, "unheard.test.js"),
    `test("leaves a rejection that nobody hears of", () => {
       Promise.reject(new Error("nobody heard"));
       return new Promise(setImmediate);
     });`,
  );
  writeFileSync(
    join(base, "unloadable.test.js"),
    `import "./no-such-file.js"; test("never", () => {});`,
  );
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function runVitest(counts: string): number | null {
  const reporter = `--reporter=${fromRoot("build/count-reporter.mjs")}`;
  const vitest = fromRoot("node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--root", base, "--globals", reporter];
  const env = { ...process.env, BACKREAD_COUNTS: counts };
  return spawnSync(process.execPath, args, { env }).status;
}

it("counts every case, and as one that failed what is of no case: a file that cannot be loaded, an error that nobody heard of", () => {
  const file = join(base, "counts");
  expect(runVitest(file)).toBe(1);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    passed: 3,
    failed: 3,
    skipped: 3,
    failures: expect.toSatisfy((all: { name: string; reason: string }[]) => {
      const [some, whole, unheard] = all.toSorted((a, b) => a.name.localeCompare(b.name));
      expect(some?.name).toMatch(/some\.test\.js > fails$/);
      expect(some?.reason).toBe("on purpose");
      expect(unheard).toEqual({ name: "of no test", reason: "nobody heard" });
      expect(whole?.name).toMatch(/unloadable\.test\.js > as a whole$/);
      expect(whole?.reason).toContain("no-such-file");
      return true;
    }),
  });
});

it("says them itself when nobody sums them", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  vi.stubEnv("BACKREAD_COUNTS", undefined);
  try {
    new CountReporter().onTestRunEnd([]);
    expect(log.mock.calls).toEqual([["\n0 passed, 0 failed, 0 skipped"]]);
  } finally {
    vi.unstubAllEnvs();
    log.mockRestore();
  }
});
