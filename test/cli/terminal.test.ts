import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth, graphemes } from "../../dist/cli/display-width.js";
import { progressOn } from "../../dist/cli/progress.js";
import { terminal } from "../../dist/cli/terminal.js";
import { timeText } from "../../dist/cli/time-text.js";
import { wrap } from "../../dist/cli/wrap.js";
import { inProcess } from "./in-process.js";
import { backread, SAMPLE } from "./process.js";

const ESCAPE = "\u001b[";
const search = ["search", "heron", "--in", SAMPLE, "--limit", "2"];

describe("colour", () => {
  it("is for a terminal only, and as NO_COLOR and FORCE_COLOR say", async () => {
    expect((await backread(search)).stdout).not.toContain(ESCAPE);
    expect((await backread(search, { FORCE_COLOR: "1" })).stdout).toContain(ESCAPE);
    const onScreen = async (env: Readonly<Record<string, string>>): Promise<string> =>
      (await inProcess(search, { isTTY: true, env })).stdout;
    expect(await onScreen({})).toContain(ESCAPE);
    expect(await onScreen({ NO_COLOR: "1" })).not.toContain(ESCAPE);
    expect(await onScreen({ NO_COLOR: "" })).toContain(ESCAPE);
    expect(await onScreen({ FORCE_COLOR: "0" })).not.toContain(ESCAPE);
    expect(await onScreen({ NO_COLOR: "1", FORCE_COLOR: "1" })).toContain(ESCAPE);
    expect(await onScreen({ TERM: "dumb" })).not.toContain(ESCAPE);
  });

  it("marks the match, and leaves the text alone otherwise", async () => {
    const plain = await inProcess(search, { isTTY: true, env: { NO_COLOR: "1" } });
    const coloured = await inProcess(search, { isTTY: true });
    expect(coloured.stdout).toContain("\u001b[1m\u001b[33mheron\u001b[39m\u001b[22m");
    // oxlint-disable-next-line eslint/no-control-regex -- escapes are what it is about
    expect(coloured.stdout.replace(/\u001b\[\d+m/g, "")).toBe(plain.stdout);
  });

  it("is never in JSON", async () => {
    const { stdout } = await inProcess([...search, "--json"], { isTTY: true });
    expect(stdout).not.toContain(ESCAPE);
  });
});

describe("width", () => {
  it("is the terminal's; a pipe's lines are whole unless COLUMNS says otherwise", async () => {
    const widest = async (options: Parameters<typeof inProcess>[1]): Promise<number> => {
      const { stdout } = await inProcess(
        ["context", "--as", "almanac", "--in", SAMPLE, "--desk", "tides"],
        { ...options, env: { NO_COLOR: "1", ...options?.env } },
      );
      return Math.max(...stdout.split("\n").map(displayWidth));
    };
    expect(await widest({ isTTY: true, columns: 60 })).toBeLessThanOrEqual(60);
    expect(await widest({ isTTY: true, columns: 120 })).toBeLessThanOrEqual(120);
    expect(await widest({ env: { COLUMNS: "72" } })).toBeLessThanOrEqual(72);
    expect(await widest({})).toBeGreaterThan(200);
  });

  it("is measured in columns of a terminal", () => {
    for (const [text, width] of [
      ["abc", 3],
      ["林薇", 4],
      ["ｶﾞ", 2],
      ["Ａ", 2],
      ["한글", 4],
      ["Cafe\u0301", 4],
      ["👨‍👩‍👧‍👦", 2],
      ["🇺🇦", 2],
      ["❤\ufe0f", 2],
      ["a\u200db", 2],
    ] as const)
      expect([text, displayWidth(text)]).toStrictEqual([text, width]);
  });

  it("has a bound where the screen was not measured", () => {
    const write = (): boolean => true;
    expect(terminal({ isTTY: true, columns: 0, write }, {}).columns).toBe(80);
    expect(terminal({ isTTY: true, columns: 3, write }, {}).columns).toBe(20);
    expect(terminal({ write }, {}).columns).toBe(Infinity);
  });
});

describe("wrap", () => {
  const words = fc.array(
    fc.constantFrom("a", "word", "林薇", "👨‍👩‍👧", "longerthantheline", " ", "e\u0301"),
  );

  it("loses nothing but spaces, divides no character, and keeps to the columns", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 10, max: 40 }), (parts, columns) => {
        const text = parts.join(" ");
        const lines = wrap([{ text }], { columns, indent: "  " });
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        const bare = (value: string): string[] =>
          graphemes(value).filter((grapheme) => grapheme.trim() !== "");
        expect(lines.flatMap(bare)).toStrictEqual(bare(text));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it("breaks at spaces, and inside a word only where there is none", () => {
    const lines = (text: string): string[] => wrap([{ text }], { columns: 12, indent: "" });
    expect(lines("one two three four")).toStrictEqual(["one two", "three four"]);
    expect(lines("antidisestablishment")).toStrictEqual(["antidisestab", "lishment"]);
    expect(lines("twelve chars exactly")).toStrictEqual(["twelve chars", "exactly"]);
  });

  it("does not break inside a solid span", () => {
    const spans = [
      { text: "one two", solid: true },
      { text: " " },
      { text: "a b c d", solid: true },
    ];
    expect(wrap(spans, { columns: 12, indent: "" })).toStrictEqual(["one two", "a b c d"]);
  });

  it("paints what is on each line for itself", () => {
    const paint = (text: string): string => `<${text}>`;
    const lines = wrap([{ text: "so " }, { text: "marked words", paint }], {
      columns: 10,
      indent: "",
    });
    expect(lines).toStrictEqual(["so <marked>", "<words>"]);
  });
});

describe("progress", () => {
  const screen = (
    live: boolean,
    columns = 80,
  ): { readonly written: string[]; readonly at: Parameters<typeof progressOn>[0] } => {
    const written: string[] = [];
    const at = terminal(
      { isTTY: live, columns, write: (text: string) => written.push(text) },
      { NO_COLOR: "1" },
    );
    return { written, at };
  };

  it("is shown after a while, ten times a second, and is gone at the end", () => {
    const { written, at } = screen(true);
    let now = 0;
    const progress = progressOn(at, () => now);
    for (now = 0; now <= 1000; now += 10)
      progress.step({ what: "reading", rows: now, part: now / 1000 });
    progress.end();
    expect(written).toHaveLength(9);
    expect(written[0]).toBe(
      `\r\u001b[Kreading ${"█".repeat(7)}${"░".repeat(17)}  30 % 300 rows, 1,000/s, 1 s left`,
    );
    expect(written.at(-1)).toBe("\r\u001b[K");
  });

  it("tells the time that is left by the pace until now, and leaves out what has no room", () => {
    const shown = (seconds: number, part: number | null, columns?: number): string | undefined => {
      const { written, at } = screen(true, columns);
      let now = 0;
      const progress = progressOn(at, () => now);
      now = seconds * 1_000;
      progress.step({ what: "importing", rows: 30_000, part });
      return written[0]?.replace("\r\u001b[K", "").replace(/[█░]+ +\d+ %/, "|");
    };
    expect(shown(60, 0.5, 100)).toBe("importing | 30,000 rows, 500/s, 1 min 0 s left");
    expect(shown(60, 0.001, 100)).toBe("importing | 30,000 rows, 500/s, 16 h 39 min left");
    expect(shown(60, 1, 100)).toBe("importing | 30,000 rows, 500/s, 0 s left");
    expect(shown(60, 0, 100)).toBe("importing | 30,000 rows, 500/s");
    expect(shown(60, null, 100)).toBe("importing 30,000 rows, 500/s");
    expect(shown(60, 0.5, 60)).toBe("importing 30,000 rows, 500/s, 1 min 0 s left");
    expect(shown(60, 0.5, 40)).toBe("30,000 rows, 500/s, 1 min 0 s left");
    expect(shown(60, 0.5, 20)).toBe("30,000 rows, 500/s");
  });

  it("is nothing where nobody watches, nor for a short read", () => {
    const piped = screen(false);
    const short = screen(true);
    for (const { at } of [piped, short]) {
      let now = 0;
      const progress = progressOn(at, () => now);
      const end = at.live ? 200 : 5000;
      for (; now <= end; now += 10) progress.step({ what: "reading", rows: 1, part: null });
      progress.end();
    }
    expect([piped.written, short.written]).toStrictEqual([[], []]);
  });
});

describe("time", () => {
  it("is to the minute where its form is known, and as it stands where not", () => {
    for (const [at, shown] of [
      ["2026-03-03T08:16:12Z", "2026-03-03 08:16Z"],
      ["2026-03-03T08:16:12.345+01:00", "2026-03-03 08:16+01:00"],
      ["2026-03-03T08:16", "2026-03-03 08:16"],
      ["1460419244.000016", "2016-04-12 00:00Z"],
      ["12:18", "12:18"],
      ["yesterday\u001b[2J", "yesterday␛[2J"],
    ] as const)
      expect(timeText(at)).toBe(shown);
  });
});
