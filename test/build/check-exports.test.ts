import { describe, expect, it } from "vitest";
import {
  conditionProblems,
  deadOutput,
  listedNames,
  moduleDoors,
  nameProblems,
  resolveBranch,
  targetProblems,
  type Manifest,
} from "../../build/check-exports.mjs";

const MANIFEST: Manifest = {
  name: "backread",
  bin: { backread: "./dist/cli/main.js" },
  files: ["dist", "NOTICE"],
  imports: {
    "#core-wasm": { browser: "./dist/b.js", node: "./dist/n.js", default: "./dist/b.js" },
  },
  exports: {
    ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./schemas/*": "./dist/schemas/*",
    "./core.wasm": "./dist/core.wasm",
  },
};
const SOURCES: Readonly<Record<string, string>> = {
  "src/b.ts": `export const m = new URL("./core.wasm", import.meta.url);`,
  "src/cli/main.ts": `import "../index.js"; await import("./late.js");`,
  "src/cli/late.ts": "export {};",
  "src/index.ts": `import m from "#core-wasm"; import type { T } from "./types.js"; export const t: T = m;`,
  "src/n.ts": "export {};",
  "src/types.ts": "export type T = 1;",
};

/** What is made of sources: code, declarations, and what is copied beside them. */
function outputOf(sources: Readonly<Record<string, string>>): string[] {
  const stems = Object.keys(sources).map((path) => path.replace(/^src(.*)\.ts$/, "dist$1"));
  const made = stems.flatMap((stem) => [`${stem}.d.ts`, `${stem}.js`]);
  return [...made, "dist/core.wasm", "dist/schemas/search.json"];
}
const PATHS = [...outputOf(SOURCES), "NOTICE", "package.json"];

describe("conditions", () => {
  it("pass in the one order", () => {
    const branch = { types: "a", workerd: "a", deno: "a", bun: "a", browser: "a", node: "a" };
    expect(conditionProblems(".", { ...branch, default: "a" })).toEqual([]);
    expect(conditionProblems("./a.wasm", "./dist/a.wasm")).toEqual([]);
  });

  it.each([
    [".", { default: "a", types: "a" }, "write types, default"],
    [".", { types: "a", node: "a", browser: "a", default: "a" }, "write types, browser, node"],
    [".", { types: "a", node: "a" }, 'no "default"'],
    [".", { default: "a" }, 'no "types"'],
    [".", { types: "a", import: "a", default: "a" }, 'unknown condition "import"'],
    [".", { types: "a", node: { default: "a" }, default: "a" }, '. node: no "types"'],
    ["#a", { default: "a", node: "a" }, "write node, default"],
  ])("are refused: %s %o", (name, branch, problem) => {
    const problems = conditionProblems(name, branch);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it("resolve to the first branch that fits, as Node resolves them", () => {
    const branch = { a: "1", b: { c: "2" }, d: "3", default: "4" };
    expect(resolveBranch(branch, ["d", "a"])).toBe("1");
    expect(resolveBranch(branch, ["b", "c", "d"])).toBe("2");
    expect(resolveBranch(branch, ["b", "d"])).toBe("3");
    expect(resolveBranch(branch, [])).toBe("4");
    expect(resolveBranch({ a: "1" }, [])).toBeNull();
    expect(resolveBranch(undefined, [])).toBeNull();
  });
});

describe("targets", () => {
  it("are there", () => {
    expect(targetProblems(MANIFEST, PATHS)).toEqual([]);
  });

  it.each([
    ["dist/index.d.ts", "points at dist/index.d.ts"],
    ["dist/n.js", "points at dist/n.js"],
    ["dist/cli/main.js", "points at dist/cli/main.js"],
    ["dist/schemas/search.json", "points at dist/schemas/*"],
    ["NOTICE", "ships NOTICE"],
  ])("are missed: %s", (path, problem) => {
    const problems = targetProblems(
      MANIFEST,
      PATHS.filter((each) => each !== path),
    );
    expect(problems).toEqual([`package.json ${problem}, which is not there`]);
  });
});

describe("dead output", () => {
  const dead = (changed: Record<string, string>, extra: string[] = []) => {
    const sources = { ...SOURCES, ...changed };
    const paths = [...outputOf(sources), ...extra];
    return deadOutput(MANIFEST, paths, new Map(Object.entries(sources)));
  };

  it("is nothing that a door, a command, a name of our own or a file address leads to", () => {
    expect(dead({})).toEqual([]);
  });

  it("is what nothing leads to, even when dead files lead to each other", () => {
    const found = dead({ "src/x.ts": `import "./y.js";`, "src/y.ts": `import "./x.js";` });
    expect(found).toEqual(
      ["x.d.ts", "x.js", "y.d.ts", "y.js"].map((name) => `dist/${name} is reached by nothing`),
    );
  });

  it("is what only a removed import of a type led to", () => {
    expect(dead({ "src/index.ts": `export {} from "#core-wasm";` })).toEqual([
      "dist/types.d.ts is reached by nothing",
      "dist/types.js is reached by nothing",
    ]);
  });

  it("is what has no source, and an asset that nobody names", () => {
    expect(dead({}, ["dist/old.js", "dist/z.wasm"])).toEqual([
      "dist/old.js is reached by nothing",
      "dist/z.wasm is reached by nothing",
    ]);
  });
});

describe("a door's names", () => {
  it("are those that its index lists as values", () => {
    const index = `
      export { a, b as c, type T } from "./a.js";
      export type { U } from "./a.js";
      export * as n from "./n.js";`;
    expect(listedNames("src/index.ts", index)).toEqual(["a", "c", "n"]);
  });

  it("equal what it gives", () => {
    expect(nameProblems(".", ["a", "b"], ["b", "a"])).toEqual([]);
    expect(nameProblems(".", ["a"], ["b"])).toEqual([
      ". gives b, which its index does not list",
      ". lists a, which it does not give",
    ]);
  });

  it("are asked of modules only", () => {
    expect(moduleDoors(MANIFEST)).toEqual([[".", "dist/index.js"]]);
  });
});
