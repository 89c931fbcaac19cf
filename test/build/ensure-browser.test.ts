import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBrowser } from "../../build/ensure-browser.mjs";
import { fromRoot } from "../../build/paths.mjs";

let base = "";
beforeEach(() => void (base = mkdtempSync(join(tmpdir(), "backread-browser-"))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A program that answers `--version` so. */
function program(name: string, answer: string, mode = 0o755): string {
  const path = join(base, name);
  writeFileSync(path, `#!/bin/sh\n${answer}\n`);
  chmodSync(path, mode);
  return path;
}

describe.skipIf(process.platform === "win32")("a browser", () => {
  it("is the first on the path that starts", () => {
    program("chromium", "exit 1");
    program("chrome", "echo Chrome 150.0", 0o644);
    const edge = program("microsoft-edge", "echo Edge 150.0");
    expect(findBrowser({ PATH: ["", join(base, "none"), base].join(delimiter) })).toBe(edge);
  });

  it("is the named one, before any on the path", () => {
    program("chromium", "echo Chromium 150.0");
    const named = program("mine", "echo Mine 1.0");
    expect(findBrowser({ PATH: base, CHROMIUM_PATH: named })).toBe(named);
  });

  it("is not swapped for another when the named one does not start", () => {
    program("chromium", "echo Chromium 150.0");
    const named = program("mine", "echo no version here");
    expect(() => findBrowser({ PATH: base, CHROMIUM_PATH: named })).toThrow(named);
  });
});

const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
describe.skipIf(!mayInstall)("an install", () => {
  /** Runs the program where nothing but ours is on the path, beside a browser that starts once it is installed. */
  function ensure(aptGet: string): { status: number | null; stdout: string; stderr: string } {
    program("chromium", `[ -e "\${0%/*}/installed" ] && echo Chromium 150.0`);
    program("apt-get", `cd "\${0%/*}"\n${aptGet}`);
    symlinkSync("/usr/bin/env", join(base, "env"));
    const env = { ...process.env, PATH: base, CHROMIUM_PATH: "" };
    const script = fromRoot("build/ensure-browser.mjs");
    return spawnSync(process.execPath, [script], { env, encoding: "utf8" });
  }

  it("waits while another process holds the lists of packages", () => {
    const { status, stdout, stderr } = ensure(`case "$*" in
      *update*)
        if [ ! -e asked ]; then
          : > asked
          echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7" >&2
          exit 100
        fi;;
      *install*) : > installed;;
    esac`);
    expect({ status, stdout }, stderr).toEqual({
      status: 0,
      stdout: `${join(base, "chromium")}\n`,
    });
  });

  it("fails at once where something else is wrong", () => {
    const { status, stderr } = ensure(
      `[ -e asked ] && exit 0; : > asked; echo "E: no net"; exit 100`,
    );
    expect(status).toBe(1);
    expect(stderr).toContain("apt-get update ended with 100: E: no net");
  });
});
