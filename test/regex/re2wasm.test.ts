import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { COIN } from "../../bench/regex-cases.mjs";
import {
  InvalidArgumentError,
  RegexBudgetError,
  RegexEngineError,
} from "../../dist/model/errors.js";
import { createRe2WasmEngine } from "../../dist/regex/index.js";
import { Re2Instance } from "../../dist/regex/re2wasm/instance.js";
import type { NativeObject } from "../../dist/regex/re2wasm/types.js";
import { regexEngineSuite } from "./suite.js";

const url = new URL("../../dist/regex/re2.wasm", import.meta.url);
const bytes = new Uint8Array(readFileSync(url));
const module = new WebAssembly.Module(bytes);

regexEngineSuite("re2wasm", await createRe2WasmEngine());

describe("re2wasm: where the module comes from", () => {
  const response = (status: number) => new Response(bytes, { status });

  it.each([
    ["a module", module],
    ["bytes", bytes],
    ["an ArrayBuffer", bytes.buffer],
    ["a response", response(200)],
    ["a URL", url],
    ["an address", url.href],
  ])("%s", async (_name, source) => {
    const engine = await createRe2WasmEngine({ module: source });
    expect(engine.compile("b").find("ab")).toEqual([1, 2]);
  });

  it("a failed response, bytes that are no module and another module are RegexEngineError", async () => {
    const other = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    for (const source of [response(404), new Uint8Array([1, 2, 3]), other])
      await expect(createRe2WasmEngine({ module: source })).rejects.toThrow(RegexEngineError);
  });

  it("where there is no WebAssembly, every source is RegexEngineError", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    try {
      for (const source of [bytes, url, undefined])
        await expect(
          createRe2WasmEngine(source === undefined ? {} : { module: source }),
        ).rejects.toThrow(RegexEngineError);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("what is no source at all is InvalidArgumentError", async () => {
    await expect(createRe2WasmEngine({ module: {} })).rejects.toThrow(InvalidArgumentError);
  });
});

function compiled(instance: Re2Instance, source: string): NativeObject {
  const result = instance.compile(source);
  if (typeof result === "string") throw new Error(result);
  return result;
}

const search = (text: string) => ({ text, start: 0, onStateBuilt: () => {} });

/** The memories that `run` makes, so that a test sees what an engine keeps to itself. */
async function memoriesOf(run: () => Promise<void>): Promise<WebAssembly.Memory[]> {
  const made: WebAssembly.Memory[] = [];
  const { Memory } = WebAssembly;
  vi.spyOn(WebAssembly, "Memory").mockImplementation(function (descriptor) {
    const memory = new Memory(descriptor);
    made.push(memory);
    return memory;
  });
  await run().finally(() => vi.restoreAllMocks());
  return made;
}

describe("re2wasm: memory", () => {
  const FIRST_BYTES = 256 * 65_536;

  it("compiles, finds and closes 20,000 times in the memory it began with", async () => {
    const memories = await memoriesOf(async () => {
      const engine = await createRe2WasmEngine({ module });
      for (let i = 0; i < 20_000; i++) {
        const matcher = engine.compile(`x${i % 97}|(b)`);
        matcher.find(`é ${i} x${i % 97}`);
        matcher.close();
      }
    });
    expect(memories.map((memory) => memory.buffer.byteLength)).toEqual([FIRST_BYTES]);
  });

  it("grows for a long text, and holds no handles between calls", () => {
    const instance = new Re2Instance(module);
    const object = compiled(instance, "b");
    const text = `${"é".repeat(6_000_000)}b`;
    expect(instance.match(object, search(text))).toEqual({ index: 6_000_000, text: "b" });
    expect(instance.memoryBytes).toBeGreaterThan(FIRST_BYTES);
    expect(instance.handleCount).toBe(0);
    instance.free(object);
  });

  it("frees refused patterns", () => {
    const instance = new Re2Instance(module);
    for (let i = 0; i < 5000; i++) expect(instance.compile(`[a-z]{300}(${i}`)).toMatch(/missing/);
    expect(instance.memoryBytes).toBe(FIRST_BYTES);
  });
});

describe("re2wasm: an instance that died", () => {
  const flood = COIN.slice(0, 10).join("");

  it("throws from then on, and frees nothing twice", () => {
    const instance = new Re2Instance(module);
    const object = compiled(instance, "a");
    expect(() => instance.match(object, search("a".repeat(60_000_000)))).toThrow(RegexEngineError);
    expect(instance.dead).toBe(true);
    expect(() => instance.match(object, search("a"))).toThrow(RegexEngineError);
    expect(() => instance.compile("b")).toThrow(RegexEngineError);
    instance.free(object);
  });

  it("is replaced, for the matcher it died of and for those beside it", async () => {
    const engine = await createRe2WasmEngine({ module });
    const bystander = engine.compile("\\d+");
    const costly = engine.compile("a.{30}b$");
    expect(() => costly.find(flood, 0, flood.length + 2000)).toThrow(RegexBudgetError);
    expect(bystander.find("a 12")).toEqual([2, 4]);
    expect(costly.find(`a${"x".repeat(30)}b`)).toEqual([0, 32]);
    expect(engine.compile("new").find("a new one")).toEqual([2, 5]);
    bystander.close();
    costly.close();
  });
});
