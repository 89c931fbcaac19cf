import { instantiateSync } from "@assemblyscript/loader";
import { describe, expect, it, vi } from "vitest";
import { createCore } from "../../dist/index.js";
import { ReferenceCore } from "../../dist/core/reference/reference-core.js";
import { coreModule as browserModule } from "../../dist/core/wasm-module.browser.js";
import { coreModule } from "../../dist/core/wasm-module.node.js";
import { isCoreExports } from "../../dist/core/wasm/exports.js";
import { createWasmCore } from "../../dist/core/wasm/wasm-core.js";
import { CoreUnavailableError } from "../../dist/model/errors.js";
import { PROPERTIES } from "../fuzz/properties.js";
import { wasmBytes, wasmCore } from "./wasm-modules.js";

describe.each(["release", "debug"] as const)("the %s module", (build) => {
  const module = new WebAssembly.Module(wasmBytes(build));

  it("asks its host for nothing", () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });

  it("exports its memory and only numbers besides", () => {
    const kinds = WebAssembly.Module.exports(module).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "memory")).toHaveLength(1);
    expect(
      kinds.filter((kind) => kind !== "memory" && kind !== "function" && kind !== "global"),
    ).toEqual([]);
  });

  it("starts with little memory", () => {
    const { exports } = new WebAssembly.Instance(module);
    const memory = exports["memory"];
    expect(memory instanceof WebAssembly.Memory && memory.buffer.byteLength).toBe(131_072);
  });
});

describe("the debug module, its assertions on", () => {
  it("is instantiated by the AssemblyScript loader and has what the release has", () => {
    const { exports } = instantiateSync(wasmBytes("debug"), {});
    expect(isCoreExports(exports)).toBe(true);
    expect(typeof exports.__new).toBe("function");
  });

  it.each(Object.keys(PROPERTIES))("holds %s", (name) => {
    const pair = { core: wasmCore("debug"), twin: new ReferenceCore() };
    expect(PROPERTIES[name]?.(pair, { seed: 7, runs: 40 })).toBeGreaterThan(0);
  });
});

describe("loading", () => {
  it("compiles the file beside the loader", async () => {
    const core = createWasmCore(await coreModule());
    expect(core.kind).toBe("wasm");
    expect(core.score("ship", "airship")).toEqual({ kind: "substring", score: 457, offset: 3 });
  });

  it("takes the file from a server, however that names its type", async () => {
    const types = ["application/wasm", "application/wasm; charset=utf-8", "text/plain", ""];
    for (const type of types) {
      const headers = { "content-type": type };
      vi.stubGlobal("fetch", async () => new Response(wasmBytes("release"), { headers }));
      const core = createWasmCore(await browserModule());
      expect(core.score("ship", "airship")).toMatchObject({ kind: "substring" });
    }
    vi.unstubAllGlobals();
  });

  it("says that it could not be had when a response that was brought never came", async () => {
    const failed = Promise.reject<Response>(new TypeError("fetch failed"));
    await expect(createCore({ module: failed })).rejects.toThrow(CoreUnavailableError);
  });

  it("leaves no rejection that nobody hears where the twin is asked for", async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown): number => unheard.push(reason);
    process.on("unhandledRejection", hear);
    try {
      const module = Promise.reject(new TypeError("fetch failed"));
      expect((await createCore({ kind: "reference", module })).kind).toBe("reference");
      await new Promise((resolve) => setImmediate(resolve));
      expect(unheard).toEqual([]);
    } finally {
      process.off("unhandledRejection", hear);
    }
  });

  it("refuses a module that is another one, by a typed error", () => {
    const empty = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    for (const module of [empty, {}, wasmBytes("release")]) {
      expect(() => createWasmCore(module)).toThrow(CoreUnavailableError);
    }
  });

  it("gives each prepared object memory of its own, and one-shot calls one they share", () => {
    const core = wasmCore("release");
    const one = core.prepareCandidates([{ id: "a", label: "alpha" }]);
    const other = core.prepareCandidates([{ id: "b", label: "beta" }]);
    expect(core.rank("g", [{ id: "g", label: "gamma" }], 1)).toHaveLength(1);
    expect(one.query("a", 5).map(({ id }) => id)).toEqual(["a"]);
    expect(other.query("a", 5).map(({ id }) => id)).toEqual(["b"]);
    one.close();
    expect(other.query("b", 5).map(({ id }) => id)).toEqual(["b"]);
  });

  it("says what a word is made of as the twin does, on every code point and beyond", () => {
    const core = wasmCore("release");
    const twin = new ReferenceCore();
    const different = [];
    for (let c = 0; c <= 0x110000; c++)
      if (core.isWordCharacter(c) !== twin.isWordCharacter(c)) different.push(c);
    for (const c of [-1, Number.NaN, 2 ** 32 + 65]) if (core.isWordCharacter(c)) different.push(c);
    expect(different).toEqual([]);
  });

  it("lowercases every code point as the twin does, around a sigma where that matters", () => {
    const core = wasmCore("release");
    const twin = new ReferenceCore();
    for (let first = 0; first <= 0x10ffff; first += 0x1000) {
      const parts = Array.from({ length: 0x1000 }, (_, i) => String.fromCodePoint(first + i));
      // Planes 2 to 13 hold no cased or ignorable character.
      const plain = first >= 0x20000 && first < 0xe0000;
      const text = parts.map((one) => (plain ? one : `${one}Σ aΣ${one}a aΣ${one}`)).join(" ");
      expect(core.lowercase(text) === twin.lowercase(text), `from ${first}`).toBe(true);
    }
  });
});
