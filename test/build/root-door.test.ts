import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fromRoot } from "../../build/paths.mjs";

let base = "";
beforeEach(() => void (base = mkdtempSync(join(tmpdir(), "backread-door-"))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Compiles a text as the root door's sources are compiled. */
function compile(text: string): string {
  writeFileSync(join(base, "index.mts"), text);
  const config = {
    extends: fromRoot("build/tsconfig.root-door.json"),
    compilerOptions: { rootDir: "." },
    files: ["index.mts"],
  };
  writeFileSync(join(base, "tsconfig.json"), JSON.stringify(config));
  const tsc = fromRoot("node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, "-p", base], { encoding: "utf8" }).stdout;
}

it("may use what every runtime has", () => {
  const text = `export const bytes: Uint8Array = new TextEncoder().encode("a");
    export const compiled: Promise<unknown> = WebAssembly.compile(new Uint8Array());`;
  expect(compile(text)).toBe("");
});

it("may not use what only a page or only Node has", () => {
  const names = ["document", "window", "process", "Buffer"];
  const found = compile(
    names.map((name) => `export const ${name}_: unknown = ${name};`).join("\n"),
  );
  for (const name of names) expect(found).toContain(`'${name}'`);
});
