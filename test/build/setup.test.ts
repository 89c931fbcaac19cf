import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "../../build/paths.mjs";

const COPIED = [
  "package.json",
  "package-lock.json",
  "asconfig.json",
  "assembly",
  "build",
  // These, and not the folder: other tests write stamps of their own into it meanwhile.
  ...["core.wasm", "core.debug.wasm", "re2.wasm"].map((name) => `.backread/setup/${name}`),
];

/** A copy of the project as it stands compiled, with sources of its own and packages borrowed. */
let base = "";
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "backread-setup-"));
  for (const path of COPIED) cpSync(fromRoot(path), join(base, path), { recursive: true });
  symlinkSync(fromRoot("node_modules"), join(base, "node_modules"), "junction");
  for (const room of ["model", "core", "regex"])
    mkdirSync(join(base, "src", room), { recursive: true });
  writeFileSync(join(base, "src/index.ts"), "export const index: number = 0;\n");
  writeFileSync(join(base, "build/schemas.mjs"), "");
  // The least that compiles: what is under test is when, not what.
  const compilerOptions = { rootDir: "src", outDir: "dist", lib: ["es5"], types: [] };
  writeFileSync(join(base, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function build(): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ["build/run.mjs", "build"], { cwd: base, encoding: "utf8" });
}

function buildAside(): Promise<string> {
  const child = spawn(process.execPath, ["build/run.mjs", "build"], { cwd: base });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += String(chunk)));
  return new Promise((resolve) => child.once("close", (code) => resolve(`${said}${code}`)));
}

describe("a set-up", () => {
  it("makes what is stale, and then does nothing", () => {
    expect(build()).toMatchObject({ status: 0, stdout: "", stderr: "backread: made dist\n" });
    const before = statSync(join(base, "dist/index.js")).mtimeMs;
    expect(build()).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(statSync(join(base, "dist/index.js")).mtimeMs).toBe(before);
  });

  it("makes anew what changed, and keeps no output of a source that is gone", () => {
    const extra = join(base, "src/model/extra.ts");
    writeFileSync(extra, "export const extra: number = 1;\n");
    expect(build()).toMatchObject({ status: 0, stdout: "", stderr: "backread: made dist\n" });
    expect(existsSync(join(base, "dist/model/extra.js"))).toBe(true);
    rmSync(extra);
    expect(build()).toMatchObject({ status: 0, stdout: "", stderr: "backread: made dist\n" });
    expect(existsSync(join(base, "dist/model/extra.js"))).toBe(false);
    expect(existsSync(join(base, "dist/core/core.wasm"))).toBe(true);
  });

  it("says what does not compile on standard error, ends badly, and tries again", () => {
    const extra = join(base, "src/model/extra.ts");
    writeFileSync(extra, "export const extra: number = 'text';\n");
    for (const _ of ["once", "again"]) {
      const { status, stdout, stderr } = build();
      expect(status).not.toBe(0);
      expect(stdout).toBe("");
      expect(stderr).toContain("src/model/extra.ts");
    }
    rmSync(extra);
  });

  it("is done once when two are started at once", async () => {
    const said = await Promise.all([buildAside(), buildAside()]);
    expect(said.join().match(/made dist/g)).toHaveLength(1);
    expect(said.every((text) => text.endsWith("0"))).toBe(true);
  });
});
