import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkSource, raiseMemoryLimit } from "../../build/re2-wasm.mjs";

const read = (path: string) => new Uint8Array(readFileSync(new URL(path, import.meta.url)));
const source = read("../../node_modules/re2-wasm/build/wasm/re2.wasm");
const compile = (binary: Uint8Array) => new WebAssembly.Module(binary as BufferSource);

function takesMemoryOf(binary: Uint8Array, maximum: number): boolean {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(compile(binary)))
    (imports[module] ??= {})[name] =
      kind === "memory" ? new WebAssembly.Memory({ initial: 256, maximum }) : () => 0;
  try {
    return new WebAssembly.Instance(compile(binary), imports) instanceof WebAssembly.Instance;
  } catch {
    return false;
  }
}

function names(binary: Uint8Array): string[] {
  const imports = WebAssembly.Module.imports(compile(binary));
  return imports.map((each) => `${each.module}.${each.name}`);
}

describe("build/re2-wasm", () => {
  it("knows its source by content", () => {
    expect(() => checkSource(source)).not.toThrow();
    const changed = Uint8Array.from(source);
    changed[5000] = 255 - (changed[5000] ?? 0);
    expect(() => checkSource(changed)).toThrow(/sha256 [0-9a-f]{64}, expected/);
  });

  it("lets the memory grow further, and changes two bytes", () => {
    const raised = raiseMemoryLimit(source);
    expect(raised.reduce((count, byte, i) => count + Number(byte !== source[i]), 0)).toBe(1);
    expect(takesMemoryOf(source, 2048)).toBe(false);
    expect(takesMemoryOf(raised, 2048)).toBe(true);
    expect(takesMemoryOf(raised, 8192)).toBe(false);
  });

  it("fails where the limit is another", () => {
    expect(() => raiseMemoryLimit(raiseMemoryLimit(source))).toThrow(/not 256 pages/);
    const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    expect(() => raiseMemoryLimit(empty)).toThrow(/no import section/);
  });

  it("made a binary half the size with the same imports", () => {
    const made = read("../../dist/regex/re2.wasm");
    expect(made.length).toBeLessThan(source.length / 2);
    expect(names(source)).toEqual(expect.arrayContaining(names(made)));
  });
});
