import { describe, expect, test } from "vitest";
import {
  arrayLog,
  createCore,
  createRecall,
  InvalidArgumentError,
  InvalidPatternError,
  RegexUnsupportedError,
  type SessionLog,
} from "../../dist/index.js";
import { CORE_KINDS, LAB, recallOver, row, thread } from "../support/rows.js";

const unread: SessionLog = { readBefore: () => Promise.reject(new Error("must not be read")) };
const text = (query: string) => ({ type: "text", query }) as const;

describe.each(CORE_KINDS)("searchMessages, %s core", (kind) => {
  test("goes on from where an earlier search stopped, and together they are the whole log", async () => {
    const recall = await recallOver(kind);
    const log = arrayLog(Array.from({ length: 5000 }, (_, index) => row(index, `tide ${index}`)));
    const found: number[] = [];
    let continueFrom: number | null = null;
    let scanned = 0;
    do {
      const query = { pattern: text("tide"), limit: Infinity };
      const result: Awaited<ReturnType<typeof recall.searchMessages>> = await recall.searchMessages(
        log,
        query,
        { continueFrom },
      );
      found.push(...result.hits.map(({ sequence }) => sequence));
      scanned += result.coverage.scanned;
      continueFrom = result.coverage.nextBefore;
    } while (continueFrom !== null);
    expect(scanned).toBe(5000);
    expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 5000 }, (_, i) => i));
  });

  test("takes the older of a query's cursor and the one it goes on from", async () => {
    const recall = await recallOver(kind);
    const log = arrayLog([row(1, "tide"), row(2, "tide"), row(3, "tide")]);
    const query = { pattern: text("tide"), before: 2 };
    for (const continueFrom of [undefined, null, 2, 3]) {
      const { hits } = await recall.searchMessages(log, query, { continueFrom });
      expect(hits.map(({ sequence }) => sequence)).toEqual([1]);
    }
    const { hits } = await recall.searchMessages(log, query, { continueFrom: 1 });
    expect(hits).toEqual([]);
  });

  test("reads nothing for a blank pattern or a limit of 0, and says so", async () => {
    const recall = await recallOver(kind);
    const nothing = {
      scanned: 0,
      oldest: null,
      complete: false,
      nextBefore: 7,
      stoppedBy: "filled",
    };
    const blank = [
      { pattern: text(" \u0085\u3000"), before: 7 },
      { pattern: text("x"), before: 7, limit: 0 },
      { pattern: { type: "regex", source: "" }, before: 7 },
      { pattern: { type: "regex", source: "(" }, before: 7, limit: 0 },
    ] as const;
    for (const query of blank)
      expect(await recall.searchMessages(unread, query)).toEqual({ hits: [], coverage: nothing });
    const inThread = { conversation: thread(1), pattern: { type: "regex", source: "(" } } as const;
    expect((await recall.searchThreads(unread, inThread)).hits).toEqual([]);
  });

  test("an expression that does not compile fails before anything is read", async () => {
    const recall = await recallOver(kind);
    const query = { pattern: { type: "regex", source: "a(b" } } as const;
    await expect(recall.searchMessages(unread, query)).rejects.toBeInstanceOf(InvalidPatternError);
  });

  test("without an engine an expression is refused, never read as text", async () => {
    const recall = createRecall({ core: await createCore({ kind }) });
    const query = { pattern: { type: "regex", source: "a" } } as const;
    const log = arrayLog([row(1, "a")]);
    await expect(recall.searchMessages(log, query)).rejects.toBeInstanceOf(RegexUnsupportedError);
    expect(() => recall.rankPattern(query.pattern, [])).toThrow(RegexUnsupportedError);
    expect(() => recall.highlight(query.pattern, "a")).toThrow(RegexUnsupportedError);
    expect((await recall.searchMessages(log, { pattern: text("a") })).hits).toHaveLength(1);
  });

  test.each([-1, 0.5, Number.NaN])("a limit of %s is refused", async (limit) => {
    const recall = await recallOver(kind);
    const query = { pattern: text("a"), limit };
    await expect(recall.searchMessages(unread, query)).rejects.toBeInstanceOf(InvalidArgumentError);
    expect(() => recall.rank("a", [], limit)).toThrow(InvalidArgumentError);
    expect(() => recall.foldPins([], limit)).toThrow(InvalidArgumentError);
  });

  test("one interface over a bound log", async () => {
    const recall = await recallOver(kind);
    const log = arrayLog([row(1, "root"), row(2, "reply", { parent: 1 }), row(3, "!pin ^1")]);
    const bound = recall.over(log);
    const query = { pattern: text("re"), scope: LAB };
    expect(await bound.searchMessages(query)).toEqual(await recall.searchMessages(log, query));
    expect(await bound.threadIndex(LAB)).toEqual(await recall.threadIndex(log, LAB));
    expect(await bound.readPinboard(LAB)).toEqual(await recall.readPinboard(log, LAB));
    const session = { conversation: LAB };
    expect(await bound.projectSession(session)).toEqual(await recall.projectSession(log, session));
    const claim = { cursor: 2, tail: [row(3, "!pin ^1")] };
    expect(await bound.checkSummary(claim)).toEqual({ ok: true });
  });
});
