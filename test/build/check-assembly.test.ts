import { describe, expect, it } from "vitest";
import { assemblyProblems, compilerProblems, moduleProblems } from "../../build/check-assembly.mjs";

const problemsOf = (sources: Record<string, string>) =>
  assemblyProblems(new Map(Object.entries(sources)));

describe("sources", () => {
  it("pass where the entry exports and the rest imports its neighbours", () => {
    expect(
      problemsOf({
        "assembly/index.ts": `// Exports only.\nexport { f } from "./f";\nexport { g } from "./scan/g";`,
        "assembly/f.ts": "@inline export function f(): u32 { return 1; }",
        "assembly/scan/g.ts": `import { f } from "../f"; export function g(): u32 { return f(); }`,
      }),
    ).toEqual([]);
  });

  it("may not reach outside, the compiler's own library included", () => {
    expect(
      problemsOf({
        "assembly/f.ts": `import { isAlpha } from "util/string";\nimport { x } from "../src/x";\nexport * from "../assembly-old/y";`,
      }),
    ).toEqual([
      "assembly/f.ts:1: imports util/string, outside assembly/",
      "assembly/f.ts:2: imports ../src/x, outside assembly/",
      "assembly/f.ts:3: imports ../assembly-old/y, outside assembly/",
    ]);
  });

  it("keep work and state out of the entry", () => {
    expect(
      problemsOf({ "assembly/index.ts": `import { f } from "./f";\nlet n: u32 = 0;\nf();` }),
    ).toEqual([
      "assembly/index.ts:1: ImportDeclaration; the entry holds only exports",
      "assembly/index.ts:2: VariableDeclaration; the entry holds only exports",
      "assembly/index.ts:3: ExpressionStatement; the entry holds only exports",
    ]);
  });
});

describe("the compiled module", () => {
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const memory = [5, 3, 1, 0, 1];
  const exported = [7, 10, 1, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0];
  const type = [1, 4, 1, 0x60, 0, 0];
  const imported = [2, 13, 1, 3, 0x65, 0x6e, 0x76, 5, 0x61, 0x62, 0x6f, 0x72, 0x74, 0, 0];

  it("passes when it asks for nothing and gives its memory", () => {
    expect(moduleProblems(new Uint8Array([...header, ...memory, ...exported]))).toEqual([]);
  });

  it("may not import", () => {
    const bytes = [...header, ...type, ...imported, ...memory, ...exported];
    expect(moduleProblems(new Uint8Array(bytes))).toEqual(["core.wasm imports env.abort"]);
  });

  it("has to give its memory", () => {
    expect(moduleProblems(new Uint8Array(header))).toEqual(["core.wasm exports no memory"]);
  });
});

describe("the compiler", () => {
  it("may not warn", () => {
    const output = [
      "WARNING AS235: Only variables, functions and enums become WebAssembly module exports.",
      "   :",
      " 1 | export class A {}",
      "   :              ~",
    ].join("\n");
    expect(compilerProblems(output)).toEqual([output.split("\n")[0]]);
    expect(compilerProblems("")).toEqual([]);
  });
});
