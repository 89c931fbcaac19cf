// Candidates in a worker: the hits of the synchronous snapshot, and an end to every call.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  AbortedError,
  bounds,
  CandidateTooLargeError,
  ClosedError,
  createCore,
  InvalidArgumentError,
  TooManyCandidatesError,
  WorkerCrashedError,
  type Candidate,
  type RemoteCandidates,
} from "../../dist/index.js";
import { SLICE_CANDIDATES, SLICE_UNITS, slicesOf } from "../../dist/worker/candidate-slices.js";
import { failure, killable, seededRandom, transcript, within, type Killable } from "./support.js";

/** Against what would never settle, however busy the machine. */
const SOON = 20_000;
const LOG = transcript(1);
const WORDS =
  "tide lamp harbour ebb Tidal deploy ΣΊΣΥΦΟΣ İstanbul café 日本 🎉 watch /dev/null a.b.c".split(
    " ",
  );
/** More than three slices. */
const MANY = SLICE_CANDIDATES * 3 + 5;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Short texts, so that labels and ids repeat. */
function candidates(count: number, seed: number): Candidate[] {
  const random = seededRandom(seed);
  const text = (words: number): string =>
    Array.from({ length: 1 + random(words) }, () => WORDS[random(WORDS.length)]).join(" ");
  return Array.from({ length: count }, () => {
    const named = { id: `${WORDS[random(3)]}-${random(count)}`, label: text(4) };
    return [named, { ...named, detail: null }, { ...named, detail: text(2) }][random(3)] ?? named;
  });
}

function queries(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const word = WORDS[random(WORDS.length)] ?? "";
    const part = word.slice(random(2), 2 + random(word.length));
    const tried = [part, `${part} ${WORDS[random(WORDS.length)]?.slice(0, 2)}`, `${part[0]}e`, " "];
    return tried[random(4)] ?? part;
  });
}

/** Names what is called in workers that are made from here on. */
function spyOnCalls(): () => string[] {
  const posted = vi.spyOn(Worker.prototype, "postMessage");
  onTestFinished(() => posted.mockRestore());
  const nameOf = (message: unknown): string => JSON.stringify(Reflect.get(Object(message), "path"));
  return () => posted.mock.calls.map(([message]) => nameOf(message));
}

function start(): Killable {
  const started = killable({ log: LOG, regex: false });
  onTestFinished(() => started.recall.release());
  return started;
}

async function prepared(
  list: readonly Candidate[],
): Promise<Killable & { list: RemoteCandidates }> {
  const started = start();
  return { ...started, list: await started.recall.prepareCandidates(list) };
}

describe("slices", () => {
  test("joined are the list, none above a bound unless it is one candidate", () => {
    const long = { id: "long", label: "x".repeat(SLICE_UNITS + 1) };
    for (const list of [
      [],
      candidates(3, 1),
      candidates(MANY, 2),
      [long, ...candidates(9, 3), long],
    ]) {
      const slices = [...slicesOf(list)];
      expect(slices.flat()).toEqual(list);
      expect(slices.length).toBeGreaterThan(0);
      for (const slice of slices) {
        const units = slice.reduce(
          (sum, { id, label, detail }) => sum + id.length + label.length + (detail ?? "").length,
          0,
        );
        expect(slice.length).toBeLessThanOrEqual(SLICE_CANDIDATES);
        if (slice.length > 1) expect(units).toBeLessThanOrEqual(SLICE_UNITS);
      }
    }
    expect([...slicesOf(candidates(MANY, 2))]).toHaveLength(4);
  });
});

describe("answers", () => {
  test("are those of the synchronous snapshot, over seeded queries and updates", async () => {
    const first = candidates(MANY, 5);
    const core = await createCore();
    const snapshot = core.prepareCandidates(first);
    const { list } = await prepared(first);
    const random = seededRandom(17);
    let held: readonly Candidate[] = first;
    for (let round = 0; round < 6; round++) {
      for (const query of queries(60, round)) {
        const limit = [0, 1, 8, 50][random(4)] ?? 8;
        expect(await list.query(query, limit), query).toEqual(snapshot.query(query, limit));
      }
      const added = candidates(round === 2 ? MANY : 20, 100 + round);
      const removed = [...held.slice(round * 40, round * 40 + 30).map(({ id }) => id), "nobody"];
      snapshot.update(added, removed);
      await list.update(added, removed);
      held = [...held.filter(({ id }) => !removed.includes(id)), ...added];
      expect(list.candidates).toEqual(held);
      expect(list.candidates.at(-1)).toBe(added.at(-1));
    }
    list.close();
  });

  test("keep their order with updates that nobody awaits", async () => {
    const { list } = await prepared([{ id: "1", label: "tide" }]);
    const [before, , after] = await Promise.all([
      list.query("tide", 5),
      list.update([{ id: "2", label: "tide" }], ["1"]),
      list.query("tide", 5),
    ]);
    expect([before, after].map((hits) => hits.map(({ id }) => id))).toEqual([["1"], ["2"]]);
  });

  test("need of a candidate what can be sent, and are of the list as it was given", async () => {
    const item = { id: "1", label: "tide", open: () => 0 };
    const given = [item];
    const { recall } = start();
    const preparing = recall.prepareCandidates(given);
    given.pop();
    const list = await preparing;
    expect(await list.query("tide", 5)).toMatchObject([{ id: "1", label: "tide" }]);
    expect(list.candidates[0]).toBe(item);
  });
});

describe("errors", () => {
  test("are those of the snapshot, and leave the list as it was", async () => {
    const { recall, list } = await prepared([{ id: "1", label: "tide" }]);
    const large = { id: "2", label: "x".repeat(bounds.CANDIDATE_FIELD_BYTES + 1) };
    const many = [...candidates(MANY, 8), large];
    const refused = { code: "candidate_too_large", data: { index: MANY, field: "label" } };
    expect(await failure(recall.prepareCandidates(many))).toMatchObject(refused);
    const error = await failure(list.update(many, ["1"]));
    expect(error).toBeInstanceOf(CandidateTooLargeError);
    expect(error).toMatchObject(refused);
    expect(await failure(list.query("tide", -1))).toBeInstanceOf(InvalidArgumentError);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a caller without types may do
    const broken = [...candidates(MANY, 9), { id: "3" } as Candidate];
    expect(await failure(list.update(broken, []))).toBeInstanceOf(TypeError);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
    const unsendable = { id: "4", label: () => 0 } as unknown as Candidate;
    expect(await failure(list.update([unsendable], []))).toBeInstanceOf(InvalidArgumentError);
    expect(list.candidates).toEqual([{ id: "1", label: "tide" }]);
    // Nothing of what was refused comes back with the next change.
    await list.update([{ id: "5", label: "tides" }], []);
    expect((await list.query("t", 99)).map(({ id }) => id)).toEqual(["1", "5"]);
  });

  test("too many candidates are refused with what would be held", async () => {
    const { list } = await prepared(candidates(10, 3));
    const same = { id: "", label: "" };
    const many = Array.from({ length: bounds.CANDIDATE_LIMIT }, () => same);
    const error = await failure(list.update(many, []));
    expect(error).toBeInstanceOf(TooManyCandidatesError);
    expect(error).toMatchObject({ data: { count: bounds.CANDIDATE_LIMIT + 10 } });
  });
});

describe("a question given up", () => {
  test("rejects at once, and those behind it overtake the ones that were waiting", async () => {
    const { recall, list } = await prepared(candidates(50_000, 4));
    let settled = 0;
    const typed = Array.from({ length: 200 }, () => {
      const controller = new AbortController();
      const { signal } = controller;
      return { controller, hits: failure(list.query("lamp t", 5, { signal })) };
    });
    const last = list.query("tide", 5).then((hits) => (settled++, hits));
    for (const { controller } of typed) controller.abort("typed on");
    for (const { hits } of typed) {
      const error = await hits;
      expect(error).toBeInstanceOf(AbortedError);
      expect(error).toMatchObject({ cause: "typed on" });
    }
    // All were rejected before anything came back.
    expect(settled).toBe(0);
    expect((await last).length).toBe(5);
    const early = failure(list.query("lamp", 5, { signal: AbortSignal.abort() }));
    expect(await early).toBeInstanceOf(AbortedError);
    await recall.release();
  });

  test("only one is ever at work: what was aborted in the queue is not asked", async () => {
    const calls = spyOnCalls();
    const { list } = await prepared(candidates(100, 4));
    // The turn that filled the list is over a moment after the list is there.
    await new Promise(setImmediate);
    const before = calls().length;
    expect(before).toBeGreaterThan(0);
    const controllers = Array.from({ length: 50 }, () => new AbortController());
    const asked = controllers.map(({ signal }) => failure(list.query("tide", 5, { signal })));
    const last = list.query("tide", 5);
    for (const controller of controllers) controller.abort();
    await Promise.all([...asked, last]);
    expect(calls().slice(before)).toEqual(['["call"]', '["call"]']);
  });

  test("a list given up on its way is none", async () => {
    const { recall } = start();
    const controller = new AbortController();
    const { signal } = controller;
    const preparing = failure(recall.prepareCandidates(candidates(MANY, 6), { signal }));
    await recall.prepareCandidates([]);
    controller.abort();
    expect(await within(SOON, preparing)).toBeInstanceOf(AbortedError);
    const dead = failure(recall.prepareCandidates([], { signal: AbortSignal.abort() }));
    expect(await dead).toBeInstanceOf(AbortedError);
  });
});

describe("the end", () => {
  const LIST = candidates(1000, 9);

  test("close settles what waits, and what comes later", async () => {
    const { recall, list } = await prepared(LIST);
    const calls = [list.query("tide", 5), list.query("lamp", 5), list.update([], [])].map(failure);
    list.close();
    list.close();
    for (const call of [...calls, failure(list.query("tide", 5)), failure(list.update([], []))])
      expect(await within(SOON, call)).toMatchObject({ data: { what: "candidate list" } });
    expect(list.candidates).toEqual([]);
    const other = await recall.prepareCandidates(LIST);
    expect(await other.query("tide", 5)).toHaveLength(5);
  });

  test("release settles lists, and those on their way", async () => {
    const { recall, list } = await prepared(LIST);
    const calls = [list.query("tide", 5), list.query("lamp", 5), list.update([], [])].map(failure);
    calls.push(failure(recall.prepareCandidates(candidates(MANY, 1))));
    await recall.release();
    for (const call of [...calls, failure(list.query("t", 5))])
      expect(await within(SOON, call)).toBeInstanceOf(ClosedError);
  });

  test("a crash rejects them with what ended the worker; a restart needs another list", async () => {
    const { recall, kill, list } = await prepared(LIST);
    const calls = [list.query("tide", 5), list.query("lamp", 5), list.update([], [])].map(failure);
    calls.push(failure(recall.prepareCandidates(candidates(MANY, 1))));
    await kill();
    for (const call of [...calls, failure(list.query("t", 5))])
      expect(await within(SOON, call)).toBeInstanceOf(WorkerCrashedError);
    recall.restart();
    expect(await failure(list.query("t", 5))).toBeInstanceOf(WorkerCrashedError);
    const again = await recall.prepareCandidates(LIST);
    expect(await again.query("tide", 5)).toHaveLength(5);
  });

  test("a list that is forgotten is closed in the worker", async () => {
    const calls = spyOnCalls();
    const { recall } = start();
    let list: RemoteCandidates | null = await recall.prepareCandidates(LIST);
    await list.query("tide", 5);
    expect(calls()).not.toContain('["close"]');
    list = null;
    await vi.waitFor(
      () => {
        collectGarbage();
        expect(calls()).toContain('["close"]');
      },
      { timeout: 10_000 },
    );
  });

  test("500 calls with random aborts, updates and closes all settle", async () => {
    const { recall } = start();
    const random = seededRandom(2026);
    const settled: Promise<unknown>[] = [];
    for (let round = 0; round < 10; round++) {
      const list = await recall.prepareCandidates(candidates(200, round));
      for (let call = 0; call < 50; call++) {
        const controller = new AbortController();
        const { signal } = controller;
        const asked: Promise<unknown> =
          random(5) === 0 ? list.update(candidates(3, call), []) : list.query("t", 5, { signal });
        settled.push(asked.catch((error: unknown) => error));
        if (random(3) === 0) setTimeout(() => controller.abort(), random(3));
        if (random(10) === 0) await asked.catch(() => {});
      }
      if (random(2) === 0) list.close();
    }
    for (const outcome of await within(20_000, Promise.all(settled)))
      if (outcome instanceof Error)
        expect(outcome.constructor).toSatisfy((made) => [AbortedError, ClosedError].includes(made));
    await recall.release();
  });
});
