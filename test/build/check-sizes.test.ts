import { describe, expect, it } from "vitest";
import { checkSizes } from "../../build/check-sizes.mjs";
import { functionsOf, parse } from "../../build/source.mjs";

/** A function of exactly so many lines. */
function functionOf(lines: number, name = "f"): string {
  return `export function ${name}(): void {\n${"  void 0;\n".repeat(lines - 2)}}\n`;
}

function problemsOf(sources: Record<string, string>): string[] {
  return checkSizes(new Map(Object.entries(sources))).problems;
}

describe("files", () => {
  it("stop at 500 lines, wherever most of them stand", () => {
    const small = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`src/model/${i}.ts`, "\n"]),
    );
    expect(problemsOf({ ...small, "src/model/a.ts": "\n".repeat(500) })).toEqual([]);
    expect(problemsOf({ ...small, "src/model/a.ts": "\n".repeat(501) })).toEqual([
      "src/model/a.ts: 501 lines; files stop at 500",
    ]);
  });

  it("count their last line without a line feed", () => {
    expect(problemsOf({ "src/a.ts": "\n".repeat(80) })).toEqual([]);
    expect(problemsOf({ "src/a.ts": `${"\n".repeat(80)}// end` })).toEqual([
      "the median of files is 81 lines, above 80",
    ]);
  });

  it("are mostly within 300 lines", () => {
    const files = (large: number) =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [`src/${i}.ts`, "\n".repeat(i < large ? 301 : 10)]),
      );
    expect(problemsOf(files(2))).toEqual([]);
    expect(problemsOf(files(3))).toEqual(["85 % of files are within 300 lines, below 90 %"]);
  });

  it("do not count when they are generated", () => {
    const text = "\n".repeat(9000);
    expect(problemsOf({ "assembly/unicode-data.ts": text })).toEqual([]);
    expect(problemsOf({ "assembly/my-unicode-data.ts": text })).not.toEqual([]);
  });
});

describe("functions", () => {
  const padding = Array.from({ length: 20 }, (_, i) => functionOf(3, `p${i}`)).join("");

  it("stop at 80 lines, callbacks too", () => {
    const small = { "src/b.ts": "", "src/c.ts": "" };
    expect(problemsOf({ ...small, "src/a.ts": padding + functionOf(80) })).toEqual([]);
    expect(problemsOf({ ...small, "src/a.ts": padding + functionOf(81) })).toEqual([
      "src/a.ts:61: f has 81 lines; it stops at 80",
    ]);
    const callback = `[1].map(() => {\n${"  void 0;\n".repeat(79)}});\n`;
    expect(problemsOf({ "src/a.ts": callback })[0]).toBe(
      "src/a.ts:1: callback has 81 lines; it stops at 80",
    );
  });

  it("may run to 120 lines in assembly, where the comment above says why", () => {
    const why = "/** Scans.\n * Long: the loop's state stays in locals. */\n@inline\n";
    const found = (path: string, text: string) =>
      problemsOf({ [path]: padding + text, "src/b.ts": "", "src/c.ts": "" });
    expect(found("assembly/a.ts", why + functionOf(120))).toEqual([]);
    expect(found("assembly/a.ts", why + functionOf(121))[0]).toContain("it stops at 120");
    expect(found("assembly/a.ts", functionOf(81))[0]).toContain("it stops at 80");
    expect(found("assembly/a.ts", `// Long:\n${functionOf(81)}`)[0]).toContain("it stops at 80");
    expect(found("assembly/a.ts", `// Long: x\n\n${functionOf(81)}`)[0]).toContain("stops at 80");
    expect(found("src/a.ts", `// Long: x\n${functionOf(81)}`)[0]).toContain("it stops at 80");
  });

  it("are mostly within 40 lines, and half within 10", () => {
    const nine = Array.from({ length: 9 }, (_, i) => functionOf(10, `g${i}`));
    const split = (texts: string[]) =>
      Object.fromEntries(texts.map((text, i) => [`src/${i}.ts`, text]));
    expect(problemsOf(split([...nine, functionOf(41)]))).toEqual([]);
    expect(problemsOf(split([...nine.slice(1), functionOf(41)]))).toEqual([
      "88.8 % of functions are within 40 lines, below 90 %",
    ]);
    expect(problemsOf({ "src/a.ts": functionOf(11) })).toEqual([
      "the median of functions is 11 lines, above 10",
    ]);
  });

  it("are not made small on average by their callbacks", () => {
    const text = functionOf(11).replace("void 0;", "[1].map((x) => x).map((x) => x);");
    expect(problemsOf({ "src/a.ts": text })).toEqual([
      "the median of functions is 11 lines, above 10",
    ]);
  });
});

describe("the boundaries of functions", () => {
  it("are not misled by braces in text, templates, comments and expressions", () => {
    const text = [
      "const a = () => {",
      "  const s = '}' + `}${`{` + '}'}` + /[}/]}/.source; // }",
      "  /* } */ return s;",
      "};",
      "class C {",
      "  constructor() {}",
      "  get size(): number {",
      "    return 1;",
      "  }",
      "  static #p = async (): Promise<void> => {};",
      "}",
      "const o = { m() {}, n: function () {}, ['k' + 1]: () => 0 };",
      "declare function d(): void;",
      "export default function () {}",
    ].join("\n");
    expect(functionsOf(parse("src/a.ts", text), text)).toEqual([
      { name: "a", line: 1, lines: 4 },
      { name: "constructor", line: 6, lines: 1 },
      { name: "size", line: 7, lines: 3 },
      { name: "p", line: 10, lines: 1 },
      { name: "m", line: 12, lines: 1 },
      { name: "n", line: 12, lines: 1 },
      { name: "(computed)", line: 12, lines: 1 },
      { name: "default", line: 14, lines: 1 },
    ]);
  });

  it("are found in AssemblyScript, decorators and all", () => {
    const text = [
      "// @ts-ignore: decorator",
      "@inline",
      "export function f(p: usize): u32 {",
      "  return load<u32>(p) + <u32>1;",
      "}",
      "@lazy const T: StaticArray<u8> = [1];",
      '@unmanaged class P { x: u32 = 0; @operator("[]") private at(i: i32): u8 { return 1; } }',
    ].join("\n");
    expect(functionsOf(parse("assembly/a.ts", text), text)).toEqual([
      { name: "f", line: 3, lines: 3 },
      { name: "at", line: 7, lines: 1 },
    ]);
  });

  it("are not guessed in a file that cannot be parsed", () => {
    expect(() => checkSizes(new Map([["src/a.ts", "function ("]]))).toThrow(
      /src\/a\.ts cannot be parsed/,
    );
  });
});
