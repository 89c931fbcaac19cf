/** The search box's logic, over recall as it is and a log that takes its time. */
import { describe, expect, test, vi } from "vitest";
import { Finder, type FinderState } from "../../demo/page/finder.js";
import {
  arrayLog,
  createCore,
  createRecall,
  InvalidPatternError,
  type LogRecall,
  type Message,
  type SessionLog,
} from "../../dist/index.js";
import { createRe2jsEngine } from "../../dist/regex/index.js";

const ROWS: Message[] = Array.from({ length: 40_000 }, (_, sequence) => {
  const author = { type: "person", id: sequence % 2 === 0 ? "ana" : "bo", label: "" } as const;
  const content = sequence === 3 ? "the first heron" : `row ${sequence} about a tide`;
  return { sequence, chatId: "lab", parent: null, author, content };
});

/** Gives the event loop a turn for each page, as a log elsewhere would. */
function slowly(log: SessionLog): SessionLog {
  return {
    readBefore: async (...args) => {
      await new Promise((resolve) => setImmediate(resolve));
      return log.readBefore(...args);
    },
  };
}

async function finderOver(
  onState: (finder: Finder, state: FinderState) => void = () => {},
): Promise<{
  finder: Finder;
  states: FinderState[];
  last: () => FinderState | undefined;
}> {
  const recall: LogRecall = createRecall({
    core: await createCore(),
    regex: createRe2jsEngine(),
  }).over(slowly(arrayLog(ROWS)));
  const states: FinderState[] = [];
  const finder: Finder = new Finder((state) => {
    states.push(state);
    onState(finder, state);
  });
  finder.searchIn(recall);
  return { finder, states, last: () => states.at(-1) };
}

describe("a finder", () => {
  test("answers the text that was typed last and never shows an older answer after it", async () => {
    const { finder, states, last } = await finderOver();
    for (const text of ["r", "ro", "row 3999", "row 39998"]) finder.ask(text);
    await vi.waitFor(() => expect(last()?.hits[0]?.sequence).toBe(39_998));
    const answered = states.filter(({ hits }) => hits.length > 0);
    expect(answered.every(({ text }) => text === "row 39998")).toBe(true);
  });

  test("keeps what an expression's error says, and forgets it with the next text", async () => {
    const { finder, last } = await finderOver();
    finder.ask("/ti(de/");
    await vi.waitFor(() => expect(last()?.error).toBeInstanceOf(InvalidPatternError));
    expect(last()?.hits).toEqual([]);
    finder.ask("tide");
    await vi.waitFor(() => expect(last()?.hits.length).toBeGreaterThan(0));
    expect(last()?.error).toBeNull();
  });

  test("goes on to the oldest row, and says how far it is", async () => {
    const { finder, states, last } = await finderOver();
    finder.ask("heron");
    await vi.waitFor(() => expect(last()?.coverage?.scanned).toBe(2048));
    expect(last()?.hits).toEqual([]);
    await finder.goOn(ROWS.length);
    await vi.waitFor(() => expect(last()?.hits.map(({ sequence }) => sequence)).toEqual([3]));
    expect(last()?.coverage).toMatchObject({ complete: true, scanned: ROWS.length });
    expect(last()?.reading).toBeNull();
    const told = states.flatMap(({ reading }) => (reading === null ? [] : [reading.done]));
    expect(told.length).toBeGreaterThan(ROWS.length / 512 - 10);
  });

  test("keeps what it has taken in when it is stopped", async () => {
    let stopped = false;
    const { finder, last } = await finderOver((finder, { coverage, reading }) => {
      if (stopped || reading === null || (coverage?.scanned ?? 0) <= 2048) return;
      stopped = true;
      finder.stopReading();
    });
    finder.ask("heron");
    await vi.waitFor(() => expect(last()?.coverage?.scanned).toBe(2048));
    await finder.goOn(ROWS.length);
    expect(stopped).toBe(true);
    expect(last()?.reading).toBeNull();
    expect(last()?.coverage).toMatchObject({ complete: false, scanned: 2048 + 16_384 });
    finder.ask("tide");
    await vi.waitFor(() => expect(last()?.hits.length).toBeGreaterThan(0));
    await finder.goOn(ROWS.length);
    expect(last()?.reading).toBeNull();
    await vi.waitFor(() => expect(last()?.coverage?.complete).toBe(true));
  });

  test("starts anew for another filter, and drops what was asked before", async () => {
    const { finder, last } = await finderOver();
    finder.ask("tide");
    void finder.goOn(ROWS.length);
    finder.filter({ author: "bo" });
    await vi.waitFor(() => expect(last()?.hits.length).toBeGreaterThan(0));
    const authors = last()?.hits.map(({ author }) => author.type !== "operator" && author);
    expect(new Set(authors?.map((author) => author && "id" in author && author.id))).toEqual(
      new Set(["bo"]),
    );
    expect(last()?.reading).toBeNull();
  });

  test("shows nothing of an answer that comes after the box was cleared", async () => {
    const { finder, states } = await finderOver();
    for (const text of ["tide", "/ti(de/"]) {
      finder.ask(text);
      finder.ask("");
      // It ends after the question that was under way.
      await finder.goOn(1);
    }
    const blank = states.filter(({ text }) => text === "");
    expect(blank.length).toBeGreaterThan(0);
    expect(blank.every(({ hits, error }) => hits.length === 0 && error === null)).toBe(true);
  });

  test("asks for nothing while the box is blank", async () => {
    const { finder, last } = await finderOver();
    finder.ask("   ");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(last()).toMatchObject({ hits: [], coverage: null, error: null });
  });
});
