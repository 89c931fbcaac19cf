import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBrowser } from "../../build/ensure-browser.mjs";

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
