import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Every file that importing `entry` loads, and what it names that is no file of ours. */
function staticGraph(entry: URL): { files: Set<string>; outside: Set<string> } {
  const files = new Set<string>();
  const outside = new Set<string>();
  const suffix = entry.pathname.endsWith(".d.ts") ? ".d.ts" : ".js";
  const visit = (file: URL): void => {
    if (files.has(file.href)) return;
    files.add(file.href);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:import|export)[^;]*?from "([^"]+)"/gm,
    ))
      if (name.startsWith(".")) visit(new URL(name.replace(/\.js$/, suffix), file));
      else outside.add(name);
  };
  visit(entry);
  return { files, outside };
}

function withoutComments(file: URL): string {
  return readFileSync(file, "utf8").replaceAll(/\/\*.*?\*\//gs, "");
}

describe("the door ./regex", () => {
  const door = new URL("../../dist/regex/index.js", import.meta.url);

  it("loads re2js and nothing else from outside, Node least of all", () => {
    const { files, outside } = staticGraph(door);
    expect([...outside]).toEqual(["re2js"]);
    expect(files.size).toBeGreaterThan(15);
  });

  it("names nothing in its declarations that needs the DOM's or Node's types", () => {
    const { files, outside } = staticGraph(new URL("index.d.ts", door));
    expect([...outside]).toEqual([]);
    for (const file of files) expect(withoutComments(new URL(file))).not.toMatch(/WebAssembly\.\w/);
  });

  it("names what it exports", async () => {
    expect(Object.keys(await import(door.href)).sort()).toEqual([
      "KNOWN_DIFFERENCES",
      "PATTERN_CHARS",
      "RE2JS_CLASS_RANGES",
      "RE2JS_PROGRAM",
      "RE2_WASM_PROGRAM",
      "WORK_STEPS",
      "boundMatcher",
      "createRe2WasmEngine",
      "createRe2jsEngine",
    ]);
  });
});
