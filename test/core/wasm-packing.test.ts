import { describe, expect, it } from "vitest";
import type { RowMatch } from "../../dist/core/core.js";
import { ReferenceCore } from "../../dist/core/reference/reference-core.js";
import { CoreInstance } from "../../dist/core/wasm/instance.js";
import { RowArena } from "../../dist/core/wasm/row-arena.js";
import { InvalidArgumentError } from "../../dist/model/errors.js";
import { wasmBytes, wasmCore } from "./wasm-modules.js";

const core = wasmCore("debug");
const twin = new ReferenceCore();

/** Texts that meet "ship" in every tier, in one, two, three and four byte characters. */
const TEXTS = [
  "ship",
  "Shipping",
  "we ship",
  "airship",
  "s-h-i-p",
  "ΣHIP ship",
  "日本ship",
  "🎉 ship",
  "İship",
];

describe("SIMD lanes", () => {
  it.each(Array.from({ length: 65 }, (_, padding) => padding))(
    "with %i characters before, behind, between",
    (padding) => {
      for (const filler of ["x", " ", "é", "日", "🎉", "\u{85}"]) {
        const pad = filler.repeat(padding);
        for (const text of TEXTS) {
          for (const padded of [
            pad + text,
            text + pad,
            pad + text + pad,
            text.replace("h", `h${pad}`),
          ]) {
            expect(core.lowercase(padded)).toBe(twin.lowercase(padded));
            for (const query of ["ship", "s", "p", pad === "" ? "sp" : `${filler}s`]) {
              expect(core.score(query, padded)).toEqual(twin.score(query, padded));
              expect(core.scanRows(query, [padded])).toEqual(twin.scanRows(query, [padded]));
            }
          }
        }
      }
    },
  );

  it("find code behind up to 64 characters", () => {
    for (let padding = 0; padding <= 64; padding++) {
      for (const filler of ["x", "é", "🎉", "\n"]) {
        const body = `${filler.repeat(padding)}\`a\` \\\` \`\`b\`\`\n\n\tc\n~~~\nd`;
        expect(core.codeRanges(body, "utf16")).toEqual(twin.codeRanges(body, "utf16"));
        expect(core.codeRanges(body, "utf8")).toEqual(twin.codeRanges(body, "utf8"));
      }
    }
  });
});

describe("rows", () => {
  const rows = Array.from(
    { length: 40 },
    (_, index) => TEXTS[index % TEXTS.length] + " ".repeat(index) + "z",
  );
  const whole = twin.scanRows("ship z", rows);

  function arenaOf(parts: readonly (readonly string[])[]): RowArena {
    const arena = new RowArena(new CoreInstance(new WebAssembly.Module(wasmBytes("debug"))));
    for (const part of parts) arena.append(part);
    return arena;
  }

  it("match alike however they were appended, and however they are scanned", () => {
    expect(whole.length).toBeGreaterThan(20);
    for (let split = 0; split <= rows.length; split++) {
      const arena = arenaOf([rows.slice(0, split), rows.slice(split)]);
      const parts: RowMatch[] = [...arena.scan("ship z", 0, split), ...arena.scan("ship z", split)];
      expect(parts).toEqual(whole);
      expect(arena.scan("ship z")).toEqual(whole);
    }
  });

  it("match alike once marked", () => {
    const arena = arenaOf([rows]);
    arena.mark(0, arena.size);
    expect(arena.scan("ship z")).toEqual(whole);
    expect(arena.scan("ΣHIP")).toEqual(twin.scanRows("ΣHIP", rows));
    expect(arena.scan("qqq")).toEqual([]);
  });

  it("are asked for by numbers that there are", () => {
    const arena = arenaOf([rows]);
    for (const [from, to] of [
      [-1, 3],
      [0, 41],
      [3, 2],
      [0.5, 3],
      [0, Number.NaN],
    ] as const) {
      expect(() => arena.scan("ship", from, to)).toThrow(InvalidArgumentError);
      expect(() => arena.mark(from, to)).toThrow(InvalidArgumentError);
    }
  });

  it("are gone once cleared", () => {
    const arena = arenaOf([rows]);
    arena.clear();
    expect(arena.size).toBe(0);
    expect(arena.scan("ship")).toEqual([]);
  });

  it("pass the batch of one scan, and its bytes", () => {
    const many = Array.from({ length: 1300 }, (_, index) => `${index} ship`);
    expect(core.scanRows("7 ship", many)).toEqual(twin.scanRows("7 ship", many));
    const long = [
      "x".repeat(300_000),
      `${"é ".repeat(200_000)}ship`,
      "ship",
      ` ${"y".repeat(140_000)}ship`,
    ];
    expect(core.scanRows("ship", long)).toEqual(twin.scanRows("ship", long));
  });
});

describe("candidates", () => {
  const long = "é".repeat(32_000);

  it("fill more than one chunk, fields up to the limit among them", () => {
    const candidates = Array.from({ length: 300 }, (_, index) => ({
      id: `id ${index}`,
      label: index % 50 === 3 ? `${long}${index}` : `Name ${index}`,
      detail: index % 7 === 0 ? "日本語の説明" : `detail ${"x".repeat(index)} ${index}`,
    }));
    for (const query of ["29", "é", "日本", "name 2", "detail", `${long}53`]) {
      expect(core.rank(query, candidates, 40)).toEqual(twin.rank(query, candidates, 40));
    }
  });

  it("may be none, empty, or the same", () => {
    expect(core.rank("a", [], 5)).toEqual([]);
    const same = [
      { id: "", label: "" },
      { id: "u1", label: "Sam Lee" },
      { id: "u2", label: "Sam Lee" },
    ];
    expect(core.rank("sam", same, 5)).toEqual(twin.rank("sam", same, 5));
  });

  it("may hold NUL, and be sought by it", () => {
    const candidates = [
      { id: "a\0b", label: "\0", detail: "x\0\0" },
      { id: "ab", label: "a", detail: "" },
      { id: "\0a", label: "" },
      { id: "a", label: "a\0" },
    ];
    for (const query of ["\0", "\0b", "a\0", "x\0\0", "\0\0\0"]) {
      expect(core.rank(query, candidates, 9)).toEqual(twin.rank(query, candidates, 9));
    }
  });
});
