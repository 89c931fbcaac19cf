import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AbortedError,
  arrayLog,
  BackreadError,
  bounds,
  createCore,
  createRecall,
  MalformedPageError,
  ReadError,
  walk,
  type Message,
  type Page,
  type SessionLog,
} from "../../dist/index.js";
import { row } from "../support/rows.js";

const rows = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => row(index, `m ${index}`));
const all = { bound: 100_000, onPage: () => null };

describe("coverage", () => {
  test("of a log read to its end", async () => {
    expect(await walk(arrayLog(rows(1200)), all)).toEqual({
      scanned: 1200,
      oldest: 0,
      complete: true,
      nextBefore: null,
      stoppedBy: "end",
    });
  });

  test("of a bound, which is where the next walk goes on", async () => {
    const log = arrayLog(rows(1200));
    const first = await walk(log, { ...all, bound: 700 });
    expect(first).toEqual({
      scanned: 700,
      oldest: 500,
      complete: false,
      nextBefore: 500,
      stoppedBy: "bound",
    });
    const second = await walk(log, { ...all, before: first.nextBefore });
    expect(second).toMatchObject({ scanned: 500, oldest: 0, complete: true });
  });

  test("of a window that was met", async () => {
    const onPage = (page: readonly Message[]): number | null => page[9]?.sequence ?? null;
    expect(await walk(arrayLog(rows(600)), { ...all, onPage })).toEqual({
      scanned: 512,
      oldest: 88,
      complete: false,
      nextBefore: 590,
      stoppedBy: "filled",
    });
  });

  test("of an empty log", async () => {
    const coverage = await walk(arrayLog([]), all);
    expect(coverage).toMatchObject({ scanned: 0, oldest: null, complete: true });
  });

  test("a bound that ends exactly where the log does is an end", async () => {
    const coverage = await walk(arrayLog(rows(512)), { ...all, bound: 512 });
    expect(coverage).toMatchObject({ stoppedBy: "end", complete: true });
  });
});

describe("stopping", () => {
  test("a signal that fires between pages stops the next read and says what was covered", async () => {
    const stop = new AbortController();
    const log = arrayLog(rows(2000));
    const walking = walk(log, {
      ...all,
      signal: stop.signal,
      onProgress: ({ scanned }) => {
        if (scanned === 1024) stop.abort(new Error("typed on"));
      },
    });
    const error = await walking.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({
      code: "aborted",
      data: { coverage: { scanned: 1024, oldest: 976, nextBefore: 976, stoppedBy: "aborted" } },
      cause: { message: "typed on" },
    });
  });

  test("a host that takes the signal and never answers does not hold the walk", async () => {
    const stop = new AbortController();
    const silent: SessionLog = { readBefore: () => new Promise(() => {}) };
    const walking = walk(silent, { ...all, signal: stop.signal });
    setTimeout(() => stop.abort(), 1);
    await expect(walking).rejects.toBeInstanceOf(AbortedError);
  });

  test("listeners do not pile up on a signal that never fires", async () => {
    const stop = new AbortController();
    let listening = 0;
    const counted = {
      get aborted() {
        return stop.signal.aborted;
      },
      addEventListener: () => listening++,
      removeEventListener: () => listening--,
    };
    await walk(arrayLog(rows(3000)), { ...all, signal: counted });
    expect(listening).toBe(0);
  });
});

describe("hosts that break the contract", () => {
  const serve = (pages: readonly unknown[]): SessionLog => {
    let next = 0;
    return { readBefore: async () => pages[Math.min(next++, pages.length - 1)] as Page };
  };
  const page = (sequences: readonly number[], nextBefore: number | null): Page => ({
    messages: sequences.map((sequence) => row(sequence, "needle")),
    nextBefore,
  });

  test.each([
    ["the same page for ever", [page([9, 8], 8)], "duplicate_sequence"],
    ["an empty page with a cursor", [page([], 5)], "empty_page_cursor"],
    ["a cursor that stands still", [page([9, 8], 8), page([], 8)], "empty_page_cursor"],
    ["rows from before the cursor", [page([9, 8], 7), page([7], null)], "page_out_of_range"],
    ["rows out of order", [page([8, 9], null)], "page_not_descending"],
    ["a cursor past its rows", [page([9, 8], 10)], "cursor_after_oldest"],
    ["no page", [null], "malformed_page"],
    ["rows that are no messages", [{ messages: [{}], nextBefore: null }], "malformed_page"],
    ["a cursor that is no number", [{ messages: [], nextBefore: "9" }], "malformed_page"],
    ["a sequence that is not whole", [page([Number.NaN], null)], "malformed_page"],
  ])("%s is a typed error", async (_, pages, code) => {
    const error = await walk(serve(pages), all).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BackreadError);
    expect(error).toMatchObject({ code });
  });

  test("a host that throws, at once or later, is a read error with its cause", async () => {
    const cause = new Error("offline");
    const sync: SessionLog = {
      readBefore: () => {
        throw cause;
      },
    };
    const late: SessionLog = { readBefore: () => Promise.reject(cause) };
    for (const log of [sync, late]) {
      const error = await walk(log, all).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ReadError);
      expect(error).toMatchObject({ code: "read_failed", data: { source: "offline" }, cause });
    }
    const typed = MalformedPageError.of("a proxy's answer");
    const adapter: SessionLog = { readBefore: () => Promise.reject(typed) };
    await expect(walk(adapter, all)).rejects.toBe(typed);
  });

  test("whatever pages a host serves, a search ends within its bound and never repeats a hit", async () => {
    const recall = createRecall({ core: await createCore({ kind: "reference" }) });
    const anyPage = fc.record({
      messages: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }),
      nextBefore: fc.option(fc.integer({ min: 0, max: 45 })),
    });
    const pattern = { type: "text", query: "needle" } as const;
    await fc.assert(
      fc.asyncProperty(fc.array(anyPage, { minLength: 1, maxLength: 8 }), async (specs) => {
        let reads = 0;
        const host = serve(specs.map(({ messages, nextBefore }) => page(messages, nextBefore)));
        const log: SessionLog = {
          readBefore: (before, limit) => {
            reads++;
            return host.readBefore(before, limit);
          },
        };
        try {
          const { hits } = await recall.searchMessages(log, { pattern, limit: Infinity });
          const sequences = hits.map(({ sequence }) => sequence);
          expect(new Set(sequences).size).toBe(sequences.length);
        } catch (error) {
          expect(error).toBeInstanceOf(BackreadError);
        }
        expect(reads).toBeLessThanOrEqual(bounds.SEARCH_SCAN + 1);
      }),
      { seed: 20261129, numRuns: 500 },
    );
  });
});
