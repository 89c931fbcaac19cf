import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CORPORA, ORDINARY, PROMISED, search } from "../../bench/regex-cases.mjs";
import { trimWhiteSpace } from "../../dist/core/white-space.js";
import {
  ClosedError,
  InvalidArgumentError,
  InvalidPatternError,
  RegexBudgetError,
} from "../../dist/model/errors.js";
import { boundMatcher, WORK_STEPS } from "../../dist/regex/budget.js";
import { KNOWN_DIFFERENCES, type Answer } from "../../dist/regex/known-differences.js";
import type { RegexEngine } from "../../dist/regex/port.js";

type Column = "re2js" | "re2wasm";

/** What an engine answers; only its own two errors are an answer. */
export function answer(engine: RegexEngine, pattern: string, text: string, from = 0): Answer {
  try {
    const matcher = engine.compile(pattern);
    const found = matcher.find(text, from);
    matcher.close();
    return found;
  } catch (error) {
    if (error instanceof InvalidPatternError || error instanceof RegexBudgetError)
      return error.code;
    throw error;
  }
}

function allMatches(engine: RegexEngine, pattern: string, text: string): string[] {
  const matcher = engine.compile(pattern);
  const found: string[] = [];
  for (let from = 0; from <= text.length;) {
    const range = matcher.find(text, from);
    if (range === null) break;
    found.push(text.slice(range[0], range[1]));
    from = range[1] > range[0] ? range[1] : range[1] + 1;
  }
  matcher.close();
  return found;
}

function refusal(engine: RegexEngine, pattern: string): InvalidPatternError {
  try {
    engine.compile(pattern).close();
  } catch (error) {
    if (error instanceof InvalidPatternError) return error;
    throw error;
  }
  throw new Error(`${pattern} was taken`);
}

/** What every engine behind the port must do; run by one test file for each engine. */
export function regexEngineSuite(column: Column, engine: RegexEngine): void {
  describe(`${column}: language`, () => language(engine));
  describe(`${column}: positions`, () => positions(engine));
  describe(`${column}: refusals`, () => refusals(engine));
  describe(`${column}: budgets`, () => budgets(engine));
  describe(`${column}: vectors`, () => vectors(engine));
  describe(`${column}: known differences`, () => {
    it.each(KNOWN_DIFFERENCES)("$name", ({ pattern, text, ...columns }) => {
      expect(answer(engine, pattern, text)).toEqual(columns[column]);
      expect(columns.re2js).not.toEqual(columns.re2wasm);
    });
  });
}

function language(engine: RegexEngine): void {
  it.each<[pattern: string, text: string, expected: Answer]>([
    ["", "abc", [0, 0]],
    ["a|ab", "xab", [1, 2]],
    ["(?<year>\\d{4})-(?P<month>\\d\\d)", "on 2026-01", [3, 10]],
    ["^b", "ab", null],
    ["(?m)^b", "a\nb", [2, 3]],
    ["a.b", "a\nb", null],
    ["(?s)a.b", "a\nb", [0, 3]],
    ["\\Qa.\\u0041[\\E+", "a.\\u0041[[", [0, 10]],
    ["\\u0041\\u{42}[\\u0043-\\u{45}]", "xABD", [1, 4]],
    ["\\ud83d\\ude00", "a😀", [1, 3]],
    ["[\\ud83d\\ude00-\\u{1F64F}]", "a😃", [1, 3]],
    ["\\x{1F600}\\101", "😀A", [0, 3]],
    ["x{,2}", "x{,2}", [0, 5]],
    ["[]a]+", "b]a]", [1, 4]],
    ["[[:alpha:]_]+", "1a_é", [1, 3]],
    ["(?i)k", "\u212a", [0, 1]],
    ["(?i)ß", "SS", null],
    ["/a/", "/a/", [0, 3]],
    ["\\w", "é", null],
    ["\\pL", "é", [0, 1]],
    ["(?:a*)*$", "aab", [3, 3]],
    ["a{300}", "a".repeat(301), [0, 300]],
    ["a{1000}|[a-z]{1000}", "quick", null],
    ["\\w{100}", "w".repeat(100), [0, 100]],
    [`${"(".repeat(200)}a${")".repeat(200)}`, "ba", [1, 2]],
  ])("%s over %j", (pattern, text, expected) => {
    expect(answer(engine, pattern, text)).toEqual(expected);
  });

  it.each([
    ["(?i)привіт", "Привіт"],
    ["(?i)ŁĄKA", "zimowa łąka"],
    ["(?i)ΣΑΣ", "σας"],
    ["(?i)σας", "ΣΑΣ"],
    ["(?i)É", "é"],
  ])("B19: %s finds %s, whatever its case", (pattern, text) => {
    expect(answer(engine, pattern, text)).not.toBeNull();
  });

  it("B19: the full-width percent sign is only itself", () => {
    expect(answer(engine, "％", "100％")).toEqual([3, 4]);
    expect(answer(engine, "％", "abc")).toBeNull();
  });
}

function positions(engine: RegexEngine): void {
  it.each(["🤑", "𣄃", "👩‍👩‍👧", "e\u0301"])("B26: matches after %s keep their place", (before) => {
    const text = `${before}123 ${before}456`;
    expect(allMatches(engine, "\\d+", text)).toEqual(["123", "456"]);
    const second = text.lastIndexOf("456");
    expect(answer(engine, "\\d+", text, before.length + 3)).toEqual([second, second + 3]);
  });

  it("sees the whole text whatever `from` is", () => {
    expect(answer(engine, "^b", "ab", 1)).toBeNull();
    expect(answer(engine, "\\bb", "ab b", 1)).toEqual([3, 4]);
    expect(answer(engine, "(?m)^b", "a\nb", 2)).toEqual([2, 3]);
    expect(answer(engine, "$", "ab", 2)).toEqual([2, 2]);
    expect(answer(engine, "b", "ab", 3)).toBeNull();
  });

  it("moves a `from` inside a surrogate pair to the character after it", () => {
    expect(answer(engine, ".", "😀b", 1)).toEqual([2, 3]);
    expect(answer(engine, "", "😀", 1)).toEqual([2, 2]);
    expect(answer(engine, "😀", "😀😀", 1)).toEqual([2, 4]);
  });

  it.each([-1, 0.5, Number.NaN])("refuses a `from` of %d", (from) => {
    const matcher = engine.compile("a");
    expect(() => matcher.find("a", from)).toThrow(InvalidArgumentError);
    matcher.close();
  });

  it("reads lone surrogates as U+FFFD, one unit each", () => {
    expect(answer(engine, "b", "\ud800a\udc00b")).toEqual([3, 4]);
    expect(answer(engine, "\\x{fffd}", "a\ud800")).toEqual([1, 2]);
    expect(answer(engine, "\ud800", "a\udfff")).toEqual([1, 2]);
    expect(answer(engine, "[\\ud800]", "a\ufffd")).toEqual([1, 2]);
    expect(answer(engine, "^..$", "\udc00\ud800")).toEqual([0, 2]);
  });

  it("counts a byte order mark at the start of a match", () => {
    expect(answer(engine, "\\x{feff}", "a\ufeffb")).toEqual([1, 2]);
    expect(answer(engine, "^.*$", "\ufeffab")).toEqual([0, 3]);
    expect(answer(engine, "\ufeff+b", "a\ufeff\ufeffb")).toEqual([1, 4]);
  });

  it("finds nothing-wide matches at each character, and ends", () => {
    expect(allMatches(engine, "x*", "a😀b")).toEqual(["", "", "", ""]);
  });
}

function refusals(engine: RegexEngine): void {
  it.each([
    ["(", 0],
    ["[", 0],
    ["*", 0],
    ["?", 0],
    ["\\", 0],
    ["(?P<x", 0],
  ])("B24: %s is invalid, with reason and position", (pattern, position) => {
    const { data } = refusal(engine, pattern);
    expect(data).toMatchObject({ pattern, position });
    expect(data.reason).not.toBe("");
  });

  it("B24: a{2 is a literal", () => {
    expect(answer(engine, "a{2", "xa{2")).toEqual([1, 4]);
  });

  it.each([
    ["😀(?=a)", 2, /look-ahead/],
    ["a(?<!b)", 1, /look-behind/],
    ["(a)\\1", 3, /back-reference/],
    ["(?P<n>a)(?P=n)", 8, /back-reference/],
    ["(?<n>a)\\k<n>", 7, /back-reference/],
    ["a\\C", 1, /single byte/],
    ["a**", 2, /repetition/],
    ["a{2}{3}", 4, /repetition/],
    ["a{1001}", 1, /at most 1000/],
    ["a{3,2}", 1, /order/],
    ["((a{100}){100}){100}", 9, /multiply/],
    ["(?x)a", 2, /flag x/],
    ["a)", 1, /unexpected/],
    ["x(a", 1, /missing \)/],
    ["x[a", 1, /missing \]/],
    ["[é-a]", 1, /order/],
    ["a\\p{Nope}", 1, /Nope/],
    ["[a\\pX]", 2, /pX/],
    ["[[:nope:]]", 1, /nope/],
    ["(?<a>x)(?P<a>y)", 11, /two groups/],
    ["\\x{110000}", 0, /10FFFF/],
    ["\\u00", 0, /4 hex/],
    ["[\\b]", 1, /class/],
    [`${"(".repeat(1001)}${")".repeat(1001)}`, 1000, /nest/],
  ])("%s is invalid at %d", (pattern, position, reason) => {
    const { data } = refusal(engine, pattern);
    expect(data.position).toBe(position);
    expect(data.reason).toMatch(reason);
  });

  it("a closed matcher throws ClosedError", () => {
    const matcher = engine.compile("a");
    matcher.close();
    matcher.close();
    expect(() => matcher.find("a")).toThrow(ClosedError);
  });
}

function budgets(engine: RegexEngine): void {
  const cases = PROMISED.flatMap((pattern) =>
    Object.entries(CORPORA).map(([name, rows]) => ({ pattern, name, rows })),
  );

  it.each(cases)("$pattern over $name ends after bounded work", ({ pattern, rows }) => {
    const outcome = search(engine, pattern, rows, boundMatcher);
    expect(outcome.spent).toBeLessThanOrEqual(WORK_STEPS);
    expect(outcome.spent).toBeGreaterThanOrEqual(outcome.refused === "" ? outcome.chars : 0);
  });

  it.each(ORDINARY)("%s stays within half of the budget over quiet rows", (pattern) => {
    const outcome = search(engine, pattern, CORPORA["é!"], boundMatcher);
    expect(outcome.refused).toBe("");
    expect(outcome.spent).toBeLessThan(WORK_STEPS / 2);
  });

  it("refuses one find that costs more than its allowance", () => {
    const matcher = engine.compile("a.{50}b$");
    const text = CORPORA.prose.join("");
    expect(() => matcher.find(text, 0, 1000)).toThrow(RegexBudgetError);
    expect(matcher.spent).toBeLessThanOrEqual(1000);
    expect(matcher.find("a".repeat(60))).toBeNull();
    matcher.close();
  });

  it.each([
    ["a".repeat(4097), "pattern_chars"],
    ["a{1000}{1000}", "repetition"],
    ["(?:\\pL{900})".repeat(20), "program"],
  ])("refuses before compiling: %s", (pattern, budget) => {
    const refused = expect.objectContaining({
      data: expect.objectContaining({ budget, chars: 0 }),
    });
    expect(() => engine.compile(pattern)).toThrow(refused);
  });
}

const FILE = new URL("../../../shared/conformance/visible/regex.jsonl", import.meta.url);

interface Vector {
  readonly id: string;
  readonly input: { readonly source: string; readonly text: string };
  readonly output: { readonly error?: unknown; readonly span?: readonly number[] | null };
  readonly re2_differs?: boolean;
  readonly engine_grammar?: boolean;
  readonly re2?: readonly number[] | null | "E";
}

function vectors(engine: RegexEngine): void {
  it.skipIf(!existsSync(FILE))("answers each vector with its span", () => {
    const all = readFileSync(FILE, "utf8").trim().split("\n");
    const failed: string[] = [];
    let skipped = 0;
    for (const line of all) {
      const vector: Vector = JSON.parse(line);
      if (vector.re2_differs === true || vector.id === "regexg-00028") skipped++;
      else if (JSON.stringify(spanOf(engine, vector)) !== JSON.stringify(expectedOf(vector)))
        failed.push(line);
    }
    expect(failed).toEqual([]);
    expect({ all: all.length, skipped }).toEqual({ all: 858, skipped: 82 });
  });

  it.skipIf(!existsSync(FILE))("refuses no pattern of the other files by a budget", () => {
    const patterns = [...otherPatterns()];
    expect(patterns.length).toBeGreaterThan(150);
    const text = "we ship it on Friday; the limits note says R2D2. ".repeat(40);
    expect(patterns.filter((each) => answer(engine, each, text) === "regex_budget")).toEqual([]);
  });
}

/** The patterns of the other vector files: none may be refused by a budget. */
function otherPatterns(): Set<string> {
  const found = new Set<string>();
  for (const name of ["rank", "pickers", "sessions"]) {
    const text = readFileSync(new URL(`${name}.jsonl`, FILE), "utf8");
    JSON.parse(`[${text.trim().replaceAll("\n", ",")}]`, (_key, value: unknown) => {
      if (typeof value !== "object" || value === null || !("source" in value)) return value;
      return void found.add(String(value.source));
    });
  }
  return found;
}

/** "E" for an invalid pattern; a refusal by a budget equals nothing that is expected. */
function spanOf(engine: RegexEngine, { input }: Vector): unknown {
  const text = trimWhiteSpace(input.text);
  const found = answer(engine, input.source, text);
  if (found === "invalid_pattern") return "E";
  return Array.isArray(found) ? found.map((unit) => characters(text, Number(unit))) : found;
}

function characters(text: string, end: number): number {
  return Array.from(text.slice(0, end)).length;
}

function expectedOf(vector: Vector): unknown {
  if (vector.engine_grammar === true) return vector.re2;
  return vector.output.error === undefined ? vector.output.span : "E";
}
