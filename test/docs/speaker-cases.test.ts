// The cases and faults of the issue about speakers, by number, and the tests that show each.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const TESTS = fileURLToPath(new URL("../", import.meta.url));
const LIST = readFileSync(join(TESTS, "docs/speaker-cases.md"), "utf8");

interface Case {
  readonly id: string;
  readonly text: string;
  readonly shown: readonly { readonly file: string; readonly title: string }[];
}

const CASES: readonly Case[] = Array.from(
  LIST.matchAll(/^- ([\w.]+): ([^]*?)(?=^- |^#|(?![^]))/gmu),
  ([, id = "", body = ""]) => ({
    id,
    text: body.split(/^ {2}- /mu)[0]?.trim() ?? "",
    shown: Array.from(body.matchAll(/^ {2}- `(\S+) (.+)`$/gmu), ([, file = "", title = ""]) => ({
      file,
      title,
    })),
  }),
);

const numbers = (many: number): readonly string[] =>
  Array.from({ length: many }, (_, n) => `${n + 1}`);
const LETTERS = ["a", "b", "c", "d", "e"];
/** How many faults there are under each number of section 10, where there is more than one. */
const FAULTS: Readonly<Record<string, number>> = {
  9: 5,
  10: 4,
  11: 5,
  12: 6,
  13: 2,
  14: 6,
  15: 2,
  16: 3,
};

const EXPECTED = [
  ...numbers(48).map((n) => `9.2.${n}`),
  ...numbers(16).flatMap((n) => {
    if (n === "2") return LETTERS.map((letter) => `10.2${letter}`);
    const faults = FAULTS[n];
    return faults === undefined ? [`10.${n}`] : numbers(faults).map((fault) => `10.${n}.${fault}`);
  }),
  ...numbers(18).map((n) => `not.${n}`),
];

/** Cases whose outcome is another one here, as the issue wants it. */
const OURS_DIFFER = [3, 7, 8, 13, 16, 19, 21, 28, 29, 30, 31, 35, 44, 47].map((n) => `9.2.${n}`);

/** Titles of the tests of a file as they are written, `%s` and all. */
function titlesOf(source: string): readonly string[] {
  const calls =
    /(?:\b(?:describe|it|test|forEachDatabase)(?:\.(?:each|for)\([^\n]*\)|\.skipIf\([^\n]*?\))?|^ *\]\))\(\s*(["`])(.*?)\1,/gmu;
  const named = Array.from(source.matchAll(calls), ([, , title = ""]) => title);
  const each = /\.(?:each|for)(?:<[^\n]*>)?\([^\n]*\)\(\s*(["`])(.*?)\1,/gmu;
  return [...named, ...Array.from(source.matchAll(each), ([, , title = ""]) => title)];
}

const sources = new Map<string, readonly string[]>();
function isThere({ file, title }: Case["shown"][number]): boolean {
  const known = sources.get(file) ?? titlesOf(readFileSync(join(TESTS, `${file}.test.ts`), "utf8"));
  sources.set(file, known);
  return known.includes(title);
}

describe("the cases of speakers", () => {
  test("are all on the list, once and in order", () => {
    expect(CASES.map(({ id }) => id)).toEqual(EXPECTED);
  });

  test.each(CASES.map((each) => [each.id, each] as const))("%s is shown by tests", (_, each) => {
    expect(each.text).not.toBe("");
    expect(each.shown).not.toEqual([]);
    expect(each.shown.filter((one) => !isThere(one))).toEqual([]);
  });

  test.each(OURS_DIFFER)("%s says how ours differs", (id) => {
    expect(CASES.find((each) => each.id === id)?.text).toContain("Ours: ");
  });

  test("a test that is not there is missed, also where its words stand in the file", () => {
    const file = "store/roster";
    expect(isThere({ file, title: "a noisy neighbour pushes nobody out" })).toBe(true);
    expect(isThere({ file, title: "a noisy neighbour" })).toBe(false);
    expect(isThere({ file, title: "quiet: Quiet" })).toBe(false);
    expect(titlesOf('test.skip("left out", () => {})')).toEqual([]);
    expect(titlesOf('test.todo("to come",')).toEqual([]);
  });

  test("a test that names a case is of a file that is listed under it", () => {
    let named = 0;
    for (const path of readdirSync(TESTS, { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".test.ts")) continue;
      const file = path.replaceAll("\\", "/").replace(/\.test\.ts$/u, "");
      for (const title of titlesOf(readFileSync(join(TESTS, path), "utf8")))
        for (const id of casesNamedIn(title)) {
          named++;
          const under = CASES.filter((each) => each.id === id || each.id.startsWith(`${id}.`));
          const files = under.flatMap(({ shown }) => shown.map((one) => one.file));
          expect(files, `${file}: ${title}`).toContain(file);
        }
    }
    expect(named).toBeGreaterThan(60);
  });
});

/** Numbers as titles give them: `§9.2 11, 12`, `§9.2 case 44`, `§10.9`. */
function casesNamedIn(title: string): readonly string[] {
  const cases = title.matchAll(/§9\.2 (?:case )?(\d+(?:, \d+)*)/gu);
  const faults = title.matchAll(/§(10\.\d+)/gu);
  return [
    ...Array.from(cases, ([, list = ""]) => list.split(", ").map((n) => `9.2.${n}`)).flat(),
    ...Array.from(faults, ([, fault = ""]) => fault),
  ];
}
