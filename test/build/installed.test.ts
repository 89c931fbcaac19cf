import { describe, expect, it } from "vitest";
import { matchesLock, type Packages } from "../../build/installed.mjs";

const LINUX = { os: "linux", cpu: "x64", libc: "glibc" };
const LOCKED: Packages = {
  "": {},
  "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
  "node_modules/n-linux": binary({ os: ["linux"], cpu: ["x64"], libc: ["glibc"] }),
  "node_modules/n-musl": binary({ os: ["linux"], cpu: ["x64"], libc: ["musl"] }),
  "node_modules/n-mac": binary({ os: ["darwin"], cpu: ["arm64"] }),
  "node_modules/shim": binary({}),
};

function binary(made: { os?: string[]; cpu?: string[]; libc?: string[] }): Packages[string] {
  return { version: "1.0.0", integrity: "sha512-n", optional: true, ...made };
}

/** The lock's packages, without some. */
function without(...names: string[]): Packages {
  return Object.fromEntries(
    Object.entries(LOCKED).filter(([path]) => !names.includes(path.replace("node_modules/", ""))),
  );
}
const INSTALLED = without("", "n-musl", "n-mac", "shim");
const everything = () => true;

describe("an install", () => {
  it("is what the lock file names, for this platform", () => {
    expect(matchesLock(LOCKED, INSTALLED, LINUX, everything)).toBe(true);
    const onMusl = { ...LINUX, libc: "musl" };
    const musl = without("", "n-linux", "n-mac", "shim");
    expect(matchesLock(LOCKED, musl, onMusl, everything)).toBe(true);
  });

  it.each([
    ["lacks a package", without("a", "n-mac")],
    ["lacks this platform's binary", without("n-linux")],
    [
      "holds another version",
      { ...INSTALLED, "node_modules/a": { version: "2.0.0", integrity: "sha512-a" } },
    ],
    [
      "holds other bytes",
      { ...INSTALLED, "node_modules/a": { version: "1.0.0", integrity: "sha512-b" } },
    ],
    ["is empty", {}],
  ])("is stale when it %s", (_, installed) => {
    expect(matchesLock(LOCKED, installed, LINUX, everything)).toBe(false);
  });

  it("is stale when a folder of it is gone, or when it was made on another machine", () => {
    const gone = (path: string) => path !== "node_modules/a/package.json";
    expect(matchesLock(LOCKED, INSTALLED, LINUX, gone)).toBe(false);
    const mac = { os: "darwin", cpu: "arm64", libc: "musl" };
    expect(matchesLock(LOCKED, INSTALLED, mac, everything)).toBe(false);
  });
});
