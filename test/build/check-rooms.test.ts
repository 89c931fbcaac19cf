import { describe, expect, it } from "vitest";
import { checkRooms } from "../../build/check-rooms.mjs";

const CORE_WASM = {
  "#core-wasm": {
    node: "./dist/core/wasm-module.node.js",
    default: "./dist/core/wasm-module.browser.js",
  },
};

function problemsOf(sources: Record<string, string>): string[] {
  return checkRooms(new Map(Object.entries(sources)), CORE_WASM).problems;
}

describe("what the table allows", () => {
  it("passes a tree that keeps to it", () => {
    const problems = problemsOf({
      "src/index.ts": `export { search } from "./recall/search.js";\nexport type { Row } from "./model/row.js";`,
      "src/model/row.ts": `export interface Row { readonly text: string }`,
      "src/core/load.ts": `import { module } from "#core-wasm";\nexport const load = () => module;`,
      "src/core/wasm-module.node.ts": `import { readFile } from "node:fs/promises";\nexport const module = readFile;`,
      "src/core/wasm-module.browser.ts": `export const module = fetch(new URL("./core.wasm", import.meta.url));`,
      "src/regex/port.ts": `export interface Engine { readonly name: string }`,
      "src/regex/re2js.ts": `import { RE2JS } from "re2js";\nimport type { Engine } from "./port.js";\nexport const engine: Engine = { name: String(RE2JS) };`,
      "src/recall/search.ts": `import { load } from "../core/load.js";\nimport type { Engine } from "../regex/port.js";\nexport const search = (engine: Engine) => [engine, load];`,
      "src/import/zip.ts": `import { ZipReader } from "@zip.js/zip.js";\nexport { ZipReader };`,
      "src/cli/main.ts": `import { readFile } from "node:fs/promises";\nimport { search } from "../index.js";\nvoid [readFile, search];`,
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ["an import", `import { search } from "../recall/search.js"; void search;`],
    ["a type import", `import type { Search } from "../recall/search.js"; export type S = Search;`],
    ["an inline type import", `export type S = import("../recall/search.js").Search;`],
    ["a re-export", `export { search } from "../recall/search.js";`],
    ["a dynamic import", `export const later = () => import("../recall/search.js");`],
    ["an import for its effect", `import "../recall/search.js";`],
    ["a file address", `export const at = new URL("../recall/search.js", import.meta.url);`],
  ])("refuses an arrow that points up: %s", (_, text) => {
    const search = `export const search = 1; export type Search = typeof search;`;
    expect(problemsOf({ "src/model/row.ts": text, "src/recall/search.ts": search })).toEqual([
      "src/model/row.ts:1: model may not import src/recall/search.ts",
    ]);
  });

  it("opens the port of a room without opening its engines", () => {
    const problems = problemsOf({
      "src/regex/port.ts": "export type Engine = 1;",
      "src/regex/re2js.ts": "export const engine = 1;",
      "src/recall/a.ts": `export type { Engine } from "../regex/port.js";\nexport { engine } from "../regex/re2js.js";`,
    });
    expect(problems).toEqual(["src/recall/a.ts:2: recall may not import src/regex/re2js.ts"]);
  });

  it.each([
    ["a package of another room", `import { z } from "zod"; void z;`, "package zod"],
    ["a scoped package's file", `import a from "@a/b/c.js"; void a;`, "package @a/b"],
    ["Node away from its loaders", `import fs from "node:fs"; void fs;`, "node:fs here"],
    ["Node without its prefix", `import fs from "fs"; void fs;`, "write node:fs"],
    ["a file that is not there", `import { b } from "./b.js"; void b;`, "no file of src"],
    ["a file outside src", `import b from "../../package.json"; void b;`, "no file of src"],
    ["an address that is computed", "export const f = (x: string) => import(x);", "(computed)"],
    ["an unmapped name of our own", `import x from "#other"; void x;`, "(unmapped)"],
  ])("refuses %s", (_, text, part) => {
    const [problem, ...others] = problemsOf({ "src/recall/a.ts": text });
    expect(problem).toContain(part);
    expect(others).toEqual([]);
  });

  it("refuses a folder that is no room, and a star barrel", () => {
    const problems = problemsOf({
      "src/misc/a.ts": `export * from "./b.js";`,
      "src/misc/b.ts": "",
      "src/model/index.ts": `export * from "./row.js";`,
      "src/model/row.ts": "export const row = 1;",
    });
    expect(problems).toEqual([
      'src/misc/a.ts:1: "misc" is not a room of the table',
      'src/model/index.ts:1: export * from "./row.js"; a door lists its names',
    ]);
  });

  it("takes a star that has a name for a name", () => {
    const named = `export * as row from "./row.js";`;
    expect(problemsOf({ "src/model/a.ts": named, "src/model/row.ts": "" })).toEqual([]);
  });
});

describe("cycles", () => {
  it("reports a cycle of type imports within one room", () => {
    const problems = problemsOf({
      "src/model/a.ts": `import type { B } from "./b.js"; export type A = B[];`,
      "src/model/b.ts": `import type { C } from "./c.js"; export type B = C;`,
      "src/model/c.ts": `import type { A } from "./a.js"; export type C = A | null;`,
    });
    expect(problems).toEqual([
      "cycle: src/model/a.ts > src/model/b.ts > src/model/c.ts > src/model/a.ts",
    ]);
  });

  it("reports a cycle that closes behind a name of our own", () => {
    const problems = problemsOf({
      "src/core/load.ts": `import "#core-wasm"; export const load = 1;`,
      "src/core/wasm-module.node.ts": `export { load } from "./load.js";`,
      "src/core/wasm-module.browser.ts": "export {};",
    });
    expect(problems).toEqual([
      "cycle: src/core/load.ts > src/core/wasm-module.node.ts > src/core/load.ts",
    ]);
  });

  it("takes a diamond for what it is", () => {
    const problems = problemsOf({
      "src/model/a.ts": `import "./b.js"; import "./c.js";`,
      "src/model/b.ts": `import "./d.js";`,
      "src/model/c.ts": `import "./d.js";`,
      "src/model/d.ts": "export {};",
    });
    expect(problems).toEqual([]);
  });
});

describe("the root door's closure", () => {
  it("names the way to a package, even one that its room may use", () => {
    const problems = problemsOf({
      "src/index.ts": `export { walk } from "./log/walk.js";`,
      "src/log/walk.ts": `import { engine } from "./helper.js"; export const walk = engine;`,
      "src/log/helper.ts": `import { RE2JS } from "re2js"; export const engine = RE2JS;`,
    });
    expect(problems).toEqual([
      "src/log/helper.ts:1: log may not import the package re2js",
      "the root door reaches re2js: src/index.ts > src/log/walk.ts > src/log/helper.ts",
    ]);
  });

  it("lets Node stand behind #core-wasm, and nowhere else", () => {
    const node = {
      "src/core/wasm-module.node.ts": `import fs from "node:fs"; export const module = fs;`,
      "src/core/wasm-module.browser.ts": "export const module = 1;",
    };
    const door = `export { load } from "./core/load.js";`;
    const load = (specifier: string) => `export { module as load } from "${specifier}";`;
    expect(
      problemsOf({ ...node, "src/index.ts": door, "src/core/load.ts": load("#core-wasm") }),
    ).toEqual([]);
    expect(
      problemsOf({
        ...node,
        "src/index.ts": door,
        "src/core/load.ts": load("./wasm-module.node.js"),
      }),
    ).toEqual([
      "the root door reaches node:fs: src/index.ts > src/core/load.ts > src/core/wasm-module.node.ts",
    ]);
  });

  it("is closed to the adapters of the log room", () => {
    const problems = problemsOf({
      "src/index.ts": `export { open } from "./log/jsonl/open.js";`,
      "src/log/jsonl/open.ts": "export const open = 1;",
    });
    expect(problems).toEqual(["src/index.ts:1: root may not import src/log/jsonl/open.ts"]);
  });
});
