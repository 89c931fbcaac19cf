import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { STALE_MS, withLock } from "../../build/lock.mjs";

let base = "";
let path = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "backread-lock-"));
  path = join(base, "deep/setup.lock");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function holdBy(text: string, ageMs = 0): void {
  mkdirSync(join(base, "deep"), { recursive: true });
  writeFileSync(path, text);
  const then = new Date(Date.now() - ageMs);
  utimesSync(path, then, then);
}

/** The id of a process that is no more. */
function deadPid(): string {
  return String(spawnSync(process.execPath, ["-e", ""]).pid);
}

it("is held by one at a time, and let go after a failure", async () => {
  const events: string[] = [];
  const waited: number[] = [];
  const task = (name: string) => async () => {
    events.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 150));
    events.push(`${name} out`);
    if (name === "a") throw new Error("a failed");
  };
  const first = withLock(path, task("a"));
  const second = withLock(path, task("b"), (owner) => waited.push(owner));
  await expect(first).rejects.toThrow("a failed");
  await second;
  expect(events).toEqual(["a in", "a out", "b in", "b out"]);
  expect(waited).toEqual([process.pid]);
  expect(existsSync(path)).toBe(false);
});

it("is taken over at once from a process that died", async () => {
  holdBy(deadPid());
  const waited: number[] = [];
  expect(
    await withLock(
      path,
      async () => "done",
      (owner) => waited.push(owner),
    ),
  ).toBe("done");
  expect(waited).toEqual([]);
});

it("is taken over by exactly one of many", async () => {
  holdBy(deadPid());
  let inside = 0;
  let most = 0;
  const task = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside--;
  };
  await Promise.all(Array.from({ length: 6 }, () => withLock(path, task)));
  expect(most).toBe(1);
});

it("is taken over from an owner that no longer touches it, whoever has its process id now", async () => {
  holdBy(String(process.pid), STALE_MS + 1_000);
  expect(await withLock(path, async () => "done")).toBe("done");
});

it("is not taken from one that has not yet written its name", async () => {
  holdBy("");
  let entered = false;
  const waiting = withLock(path, async () => (entered = true));
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(entered).toBe(false);
  rmSync(path);
  await waiting;
  expect(entered).toBe(true);
});

it("is not blocked for ever by a take-over that died half-way", async () => {
  holdBy(deadPid());
  mkdirSync(`${path}.take-over`);
  const then = new Date(Date.now() - 60_000);
  utimesSync(`${path}.take-over`, then, then);
  expect(await withLock(path, async () => "done")).toBe("done");
});
