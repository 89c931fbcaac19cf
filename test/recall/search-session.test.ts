import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AbortedError,
  arrayLog,
  ArrayLog,
  ClosedError,
  createCore,
  createRecall,
  InvalidArgumentError,
  InvalidPatternError,
  ReadError,
  RegexBudgetError,
  RegexUnsupportedError,
  type Core,
  type Message,
  type Page,
  type Recall,
  type SearchSession,
  type SessionLog,
} from "../../dist/index.js";
import { createRe2jsEngine } from "../../dist/regex/index.js";
import { CORE_KINDS, LAB, recallOver, row, thread } from "../support/rows.js";

const WORDS = ["tide", "Tidal", "ebb tide", "istanbul İ", "ΣΊΣΥΦΟΣ", "", " \u0085", "lamp", "low"];
const QUERIES = ["tide", "ti", "e", "İ", "/ti.e/", "/^$/", "/[a-z]+/", " ", "σίσυφος", "tdl"];

function rows(from: number, to: number, content = "tide"): Message[] {
  return Array.from({ length: to - from }, (_, i) => row(from + i, `${content} ${from + i}`));
}

/** A log that counts the rows it gives, and can fail or hold its answers back. */
function probed(log: SessionLog): {
  log: SessionLog;
  given: () => number;
  fail: (error: Error | null) => void;
  hold: () => () => void;
} {
  let given = 0;
  let failure: Error | null = null;
  let gate: Promise<void> = Promise.resolve();
  return {
    given: () => given,
    fail: (error) => (failure = error),
    hold: () => {
      let open = (): void => {};
      gate = new Promise((resolve) => (open = resolve));
      return open;
    },
    log: {
      async readBefore(before, limit): Promise<Page> {
        await gate;
        if (failure !== null) throw failure;
        const page = await log.readBefore(before, limit);
        given += page.messages.length;
        return page;
      },
    },
  };
}

async function sequences(session: SearchSession, query: string, limit = Infinity) {
  return (await session.query(query, { limit })).hits.map(({ sequence }) => sequence);
}

describe.each(CORE_KINDS)("openSearch, %s core", (kind) => {
  test("holds the newest 2,048 rows and answers without reading again", async () => {
    const recall = await recallOver(kind);
    const { log, given } = probed(arrayLog(rows(0, 3000)));
    const session = await recall.openSearch(log);
    expect(session.size).toBe(2048);
    expect(session.coverage).toEqual({
      scanned: 2048,
      oldest: 952,
      complete: false,
      nextBefore: 952,
      stoppedBy: "bound",
    });
    expect(given()).toBe(2048);
    for (const query of ["t", "ti", "tid", "tide 2999"]) {
      const result = await session.query(query);
      expect(result).toEqual(
        await recall.searchMessages(log, { pattern: { type: "text", query } }),
      );
    }
    expect(given()).toBe(2048 + 4 * 2048);
  });

  test("answers in the tick of the call, from what is held then", async () => {
    const recall = await recallOver(kind);
    const source = arrayLog(rows(0, 10));
    const session = await recall.openSearch(source);
    source.append(row(10, "tide 10"));
    const early = session.query("tide", { limit: Infinity });
    const refreshed = session.refresh();
    const alsoEarly = session.query("tide", { limit: Infinity });
    expect((await early).hits).toHaveLength(10);
    expect((await alsoEarly).hits).toHaveLength(10);
    expect(await refreshed).toMatchObject({ added: 1, restarted: false });
    expect(await sequences(session, "tide 10")).toEqual([10]);
  });

  test("of equal scores the newest leads, whenever it was taken in", async () => {
    const recall = await recallOver(kind);
    const source = arrayLog([1, 2, 3, 4].map((sequence) => row(sequence, "tide")));
    const session = await recall.openSearch(source, { bound: 2 });
    source.append(row(5, "tide"));
    await session.refresh();
    await session.extend({ bound: 1 });
    source.append(row(6, "tide"));
    await session.refresh();
    expect(await sequences(session, "tide")).toEqual([6, 5, 4, 3, 2]);
    expect(await sequences(session, "/tide/")).toEqual([6, 5, 4, 3, 2]);
    expect(await sequences(session, "tide", 2)).toEqual([6, 5]);
    expect(session.coverage).toMatchObject({ scanned: 5, oldest: 2, nextBefore: 2 });
  });

  test("keeps to its conversation, author and cursor", async () => {
    const recall = await recallOver(kind);
    const bo = { type: "agent", id: "bo", label: "Bo" } as const;
    const source = arrayLog([
      row(1, "tide root"),
      row(2, "tide reply", { parent: 1 }),
      row(3, "tide by bo", { author: bo }),
      row(4, "tide elsewhere", { chatId: "attic" }),
      row(5, "tide last"),
    ]);
    const held = async (options: Parameters<Recall["openSearch"]>[1]): Promise<number[]> =>
      sequences(await recall.openSearch(source, options), "tide");
    const ascending = async (options: Parameters<Recall["openSearch"]>[1]): Promise<number[]> =>
      (await held(options)).toSorted((a, b) => a - b);
    expect(await ascending({})).toEqual([1, 2, 3, 4, 5]);
    expect(await ascending({ conversation: LAB })).toEqual([1, 2, 3, 5]);
    expect(await ascending({ conversation: thread(1) })).toEqual([1, 2]);
    expect(await ascending({ author: "bo" })).toEqual([3]);
    expect(await ascending({ before: 3 })).toEqual([1, 2]);
    const session = await recall.openSearch(source, { author: "bo" });
    expect(session.size).toBe(1);
    expect(session.coverage).toMatchObject({ scanned: 5, oldest: 1, complete: true });
  });

  test("a refresh reads no further back than the newest row read, held or not", async () => {
    const recall = await recallOver(kind);
    const source = arrayLog(rows(0, 2000));
    const { log, given } = probed(source);
    const session = await recall.openSearch(log, { author: "nobody" });
    const before = given();
    source.append(row(2000, "tide"));
    expect(await session.refresh()).toMatchObject({ added: 0, restarted: false });
    expect(given() - before).toBe(512);
    expect(session.coverage).toMatchObject({ scanned: 2001, oldest: 0, complete: true });
  });

  test("a refresh never takes in rows at or after its cursor", async () => {
    const recall = await recallOver(kind);
    const source = arrayLog(rows(0, 5));
    const session = await recall.openSearch(source, { before: 6 });
    for (const message of rows(5, 9)) source.append(message);
    expect(await session.refresh()).toMatchObject({ added: 1, restarted: false });
    expect(await session.refresh()).toMatchObject({ added: 0, restarted: false });
    expect(session.size).toBe(6);
  });

  test.each([
    [2047, false],
    [2048, false],
    [2049, true],
    [5000, true],
  ])("after %i new rows, it starts anew: %s", async (arrived, restarted) => {
    const recall = await recallOver(kind);
    const source = arrayLog(rows(0, 10));
    const session = await recall.openSearch(source);
    for (const message of rows(10, 10 + arrived)) source.append(message);
    const { added, coverage } = await session.refresh().then((refresh) => {
      expect(refresh.restarted).toBe(restarted);
      return refresh;
    });
    expect(added).toBe(restarted ? 2048 : arrived);
    expect(session.size).toBe(restarted ? 2048 : arrived + 10);
    expect(coverage).toEqual(session.coverage);
    const first = restarted ? 10 + arrived - 2048 : 0;
    expect(coverage).toMatchObject({ scanned: session.size, oldest: first });
    expect((await sequences(session, "tide")).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: session.size }, (_, i) => first + i),
    );
  });

  test("starts anew when the newest row read has gone from the log", async () => {
    const recall = await recallOver(kind);
    let current: SessionLog = arrayLog(rows(0, 10));
    const session = await recall.openSearch({
      readBefore: (before, limit) => current.readBefore(before, limit),
    });
    current = arrayLog([...rows(0, 9), ...rows(10, 12)]);
    expect(await session.refresh()).toMatchObject({ added: 11, restarted: true });
    current = arrayLog([]);
    expect(await session.refresh()).toMatchObject({ added: 0, restarted: true });
    expect(await session.query("tide")).toMatchObject({ hits: [], coverage: { complete: true } });
    current = arrayLog(rows(20, 22));
    expect(await session.refresh()).toMatchObject({ added: 2, restarted: false });
  });

  test("extends to the end of the log, then reads no more", async () => {
    const recall = await recallOver(kind);
    const { log, given } = probed(arrayLog(rows(0, 5000)));
    const session = await recall.openSearch(log);
    expect(await session.extend()).toMatchObject({ added: 2048, coverage: { scanned: 4096 } });
    expect(await session.extend({ bound: 4 })).toMatchObject({ added: 4 });
    expect(await session.extend()).toMatchObject({
      added: 900,
      coverage: { scanned: 5000, oldest: 0, complete: true, nextBefore: null, stoppedBy: "end" },
    });
    expect(await session.extend()).toMatchObject({ added: 0, coverage: { scanned: 5000 } });
    expect(given()).toBe(5000);
    expect(await sequences(session, "tide")).toHaveLength(5000);
  });

  test("a bound of 0 reads nothing until it is extended", async () => {
    const recall = await recallOver(kind);
    const { log, given } = probed(arrayLog(rows(0, 3)));
    const session = await recall.openSearch(log, { bound: 0 });
    expect(given()).toBe(0);
    expect(await session.extend({ bound: 2 })).toMatchObject({ added: 2 });
    expect(await session.refresh()).toMatchObject({ added: 0, restarted: false });
    await expect(recall.openSearch(log, { bound: -1 })).rejects.toBeInstanceOf(
      InvalidArgumentError,
    );
    await expect(session.extend({ bound: 0.5 })).rejects.toBeInstanceOf(InvalidArgumentError);
  });

  test("a failed or aborted read leaves it as it was", async () => {
    const recall = await recallOver(kind);
    const source = arrayLog(rows(0, 2100));
    const { log, fail, hold } = probed(source);
    const session = await recall.openSearch(log, { bound: 2000 });
    for (const message of rows(2100, 2110)) source.append(message);
    const before = { coverage: session.coverage, found: await sequences(session, "tide") };
    const unchanged = async (): Promise<void> => {
      expect(session.coverage).toEqual(before.coverage);
      expect(await sequences(session, "tide")).toEqual(before.found);
    };
    fail(new Error("disk"));
    await expect(session.refresh()).rejects.toBeInstanceOf(ReadError);
    await expect(session.extend()).rejects.toBeInstanceOf(ReadError);
    await unchanged();
    fail(null);
    const open = hold();
    const controller = new AbortController();
    const refresh = session.refresh({ signal: controller.signal });
    const waiting = session.extend({ signal: controller.signal });
    controller.abort("enough");
    for (const call of [refresh, waiting]) {
      const error = await call.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(AbortedError);
      expect(error).toMatchObject({ data: { coverage: { scanned: 0, stoppedBy: "aborted" } } });
    }
    await unchanged();
    open();
    expect(await session.refresh()).toMatchObject({ added: 10 });
    expect(await session.extend()).toMatchObject({ added: 100 });
  });

  test("one that waits can be given up while the one before it still runs", async () => {
    const recall = await recallOver(kind);
    const source = arrayLog(rows(0, 2100));
    const { log, hold } = probed(source);
    const session = await recall.openSearch(log, { bound: 10 });
    const open = hold();
    const first = session.extend({ bound: 5 });
    const controller = new AbortController();
    const second = session.extend({ bound: 5, signal: controller.signal });
    const third = session.extend({ bound: 7 });
    controller.abort();
    await expect(second).rejects.toBeInstanceOf(AbortedError);
    open();
    expect(await first).toMatchObject({ added: 5, coverage: { scanned: 15 } });
    expect(await third).toMatchObject({ added: 7, coverage: { scanned: 22 } });
  });

  test("reports its progress, and stops opening within a page", async () => {
    const recall = await recallOver(kind);
    const log = arrayLog(rows(0, 3000));
    const seen: number[] = [];
    const controller = new AbortController();
    const opening = recall.openSearch(log, {
      signal: controller.signal,
      onProgress: ({ scanned }) => {
        seen.push(scanned);
        if (scanned === 1024) controller.abort();
      },
    });
    await expect(opening).rejects.toMatchObject({ data: { coverage: { scanned: 1024 } } });
    expect(seen).toEqual([512, 1024]);
  });

  test("closing ends what is in flight and frees the rows", async () => {
    const recall = await recallOver(kind);
    const { log, hold } = probed(arrayLog(rows(0, 100)));
    const session = await recall.openSearch(log, { bound: 10 });
    hold();
    const inFlight = [session.refresh(), session.extend()];
    session.close();
    session.close();
    for (const call of inFlight) await expect(call).rejects.toBeInstanceOf(ClosedError);
    await expect(session.query("tide")).rejects.toBeInstanceOf(ClosedError);
    await expect(session.refresh()).rejects.toBeInstanceOf(ClosedError);
    await expect(session.extend()).rejects.toBeInstanceOf(ClosedError);
    expect(session.size).toBe(0);
  });

  test("closing ends a call whose turn is just coming, though its read never ends", async () => {
    const recall = await recallOver(kind);
    const source = arrayLog(rows(0, 5));
    for (let ticks = 0; ticks < 12; ticks++) {
      let reads = 0;
      const session = await recall.openSearch({
        readBefore: (before, limit) =>
          ++reads > 2 ? new Promise<Page>(() => {}) : source.readBefore(before, limit),
      });
      const first = session.refresh();
      const second = session.refresh().then(
        () => "answered",
        (error: unknown) => (error instanceof ClosedError ? "closed" : error),
      );
      await first;
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      session.close();
      // Everything here runs between two timers.
      const later = new Promise((resolve) => setTimeout(resolve, 0, "still waiting"));
      expect([ticks, await Promise.race([second, later])]).toEqual([ticks, "closed"]);
    }
  });

  test("the errors of expressions are those of a search", async () => {
    const recall = await recallOver(kind);
    const log = arrayLog(rows(0, 600, `${"a".repeat(400)}!`));
    const session = await recall.openSearch(log);
    await expect(session.query("/a(b/")).rejects.toBeInstanceOf(InvalidPatternError);
    expect(await session.query("/(/", { limit: 0 })).toMatchObject({ hits: [] });
    await expect(session.query("a", { limit: -1 })).rejects.toBeInstanceOf(InvalidArgumentError);
    const pattern = { type: "regex", source: "(?i)(\\pL|\\pN){1,200}$" } as const;
    const failure = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => null,
        (error: unknown) => error,
      );
    const expected = await failure(recall.searchMessages(log, { pattern }));
    expect(expected).toBeInstanceOf(RegexBudgetError);
    expect(await failure(session.query(pattern))).toEqual(expected);
    const plain = createRecall({ core: recall.core });
    const unarmed = await plain.openSearch(log);
    await expect(unarmed.query("/a/")).rejects.toBeInstanceOf(RegexUnsupportedError);
  });

  test("memory that runs out while rows are added costs none of those held", async () => {
    const core = await createCore({ kind });
    let failing = false;
    const scarce: Core = Object.create(core, {
      kind: { value: kind },
      prepareRows: {
        value: () => {
          const held = core.prepareRows();
          return {
            ...held,
            append(texts: readonly string[]): void {
              held.append(failing ? texts.slice(0, 1) : texts);
              if (failing) throw new Error("no memory");
            },
            scan: (query: string) => held.scan(query),
            close: () => held.close(),
          };
        },
      },
    });
    const recall = createRecall({ core: scarce, regex: createRe2jsEngine() });
    const session = await recall.openSearch(arrayLog(rows(0, 100)), { bound: 10 });
    failing = true;
    await expect(session.extend({ bound: 10 })).rejects.toThrow("no memory");
    failing = false;
    expect(await sequences(session, "tide")).toEqual([99, 98, 97, 96, 95, 94, 93, 92, 91, 90]);
    expect(await session.extend({ bound: 2 })).toMatchObject({ added: 2 });
    expect(await sequences(session, "tide")).toHaveLength(12);
  });

  test("whatever was appended, taken in and asked: the answers of a search over the rows held", async () => {
    const recall = await recallOver(kind);
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("append" as const),
        words: fc.array(fc.nat(8), { maxLength: 6 }),
      }),
      fc.record({ kind: fc.constant("refresh" as const) }),
      fc.record({ kind: fc.constant("extend" as const), bound: fc.nat(4) }),
      fc.record({ kind: fc.constant("query" as const), query: fc.nat(9), limit: fc.nat(12) }),
    );
    const options = fc.record({ bound: fc.nat(5), author: fc.constantFrom(null, "ana", "bo") });
    const property = fc.asyncProperty(
      options,
      fc.array(step, { maxLength: 16 }),
      async (options, steps) => {
        const source = new ArrayLog([]);
        const next = (word: number): Message => {
          const id = word % 3 === 0 ? "bo" : "ana";
          const author = { type: "person", id, label: id } as const;
          return row(source.size * 3, WORDS[word] ?? "", { author });
        };
        for (const word of [0, 1, 2, 4, 0, 7, 3]) source.append(next(word));
        const session = await recall.openSearch(source, options);
        // The naive twin: the first and last sequence of what the session says it has read.
        let newest = options.bound === 0 ? -1 : (source.size - 1) * 3;
        const held = async (): Promise<Message[]> => {
          const { oldest } = session.coverage;
          const all = await source.readBefore(null, source.size);
          return all.messages.filter(
            ({ sequence, author }) =>
              oldest !== null &&
              sequence >= oldest &&
              sequence <= newest &&
              (options.author === null ||
                (author.type !== "operator" && "id" in author && author.id === options.author)),
          );
        };
        for (const step of steps) {
          if (step.kind === "append") for (const word of step.words) source.append(next(word));
          if (step.kind === "extend") {
            await session.extend({ bound: step.bound });
            if (newest < 0 && step.bound > 0) newest = (source.size - 1) * 3;
          }
          if (step.kind === "refresh") {
            await session.refresh();
            if (options.bound > 0 || newest >= 0) newest = (source.size - 1) * 3;
          }
          if (step.kind !== "query") continue;
          const messages = await held();
          expect(session.size).toBe(messages.length);
          const query = QUERIES[step.query] ?? "";
          const pattern = query.startsWith("/")
            ? ({ type: "regex", source: query.slice(1, -1) } as const)
            : ({ type: "text", query } as const);
          const expected = await recall.searchMessages(arrayLog(messages), {
            pattern,
            limit: step.limit,
          });
          expect((await session.query(query, { limit: step.limit })).hits).toEqual(expected.hits);
        }
      },
    );
    await fc.assert(property, { seed: 20261129, numRuns: 250 });
  });

  test("refresh, extend and query at once never mix their states", async () => {
    const recall = await recallOver(kind);
    const property = fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 12 }), async (steps) => {
      const source = new ArrayLog([]);
      const append = (): void => source.append(row(source.size, WORDS[source.size % 3] ?? ""));
      for (let i = 0; i < 40; i++) append();
      const session = await recall.openSearch(source, { bound: 8 });
      const calls: Promise<unknown>[] = [];
      for (const step of steps) {
        if (step === 0) append();
        if (step === 1) calls.push(session.refresh());
        if (step === 2) calls.push(session.extend({ bound: 5 }));
        if (step === 3) calls.push(session.query("tide"));
      }
      await Promise.all(calls);
      await session.refresh();
      const { oldest } = session.coverage;
      const { messages } = await source.readBefore(null, source.size);
      const held = messages.filter(({ sequence }) => oldest !== null && sequence >= oldest);
      const pattern = { type: "text", query: "tid" } as const;
      const { hits } = await recall.searchMessages(arrayLog(held), { pattern, limit: 99 });
      expect((await session.query("tid", { limit: 99 })).hits).toEqual(hits);
      expect(session.coverage.scanned).toBe(held.length);
    });
    await fc.assert(property, { seed: 20261129, numRuns: 100 });
  });
});
