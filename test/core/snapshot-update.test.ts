import { describe, expect, it } from "vitest";
import { createCore, type Candidate, type CandidateSnapshot } from "../../dist/index.js";
import { WasmSnapshot } from "../../dist/core/wasm/snapshot.js";
import { CANDIDATE_FIELD_BYTES, CANDIDATE_LIMIT } from "../../dist/model/bounds.js";
import {
  CandidateTooLargeError,
  ClosedError,
  CoreUnavailableError,
  TooManyCandidatesError,
} from "../../dist/model/errors.js";
import { CORE_KINDS } from "../support/rows.js";
import { wasmBytes, wasmCore } from "./wasm-modules.js";

function named(id: string, label: string, detail = ""): Candidate {
  return { id, label, detail };
}

function idsOf(snapshot: CandidateSnapshot, query: string): string[] {
  return snapshot.query(query, Infinity).map(({ id }) => id);
}

/** `count` candidates whose names share beginnings, middles and ends. */
function crew(first: number, count: number): Candidate[] {
  return Array.from({ length: count }, (_, at) => {
    const n = first + at;
    return named(
      `u${n}`,
      `${"kdsz".charAt(n % 4)}eck hand ${n}`,
      `relieves u${n % 7} in ${n % 10}`,
    );
  });
}

const QUERIES = ["d", "deck", "hand 1", "u3", "relieves u5", "in 9", "dkh", "kh7", "k", "zz"];

describe.each(CORE_KINDS)("update, %s core", (kind) => {
  it("puts what is added behind what stays, which keeps its order", async () => {
    const snapshot = (await createCore({ kind })).prepareCandidates([
      named("a", "ship"),
      named("b", "ship"),
      named("c", "ship"),
    ]);
    snapshot.update([named("d", "ship"), named("e", "ship")], ["b"]);
    expect(idsOf(snapshot, "ship")).toEqual(["a", "c", "d", "e"]);
    expect(snapshot.size).toBe(4);
  });

  it("takes out every candidate of an id, and ignores an id that none has", async () => {
    const snapshot = (await createCore({ kind })).prepareCandidates([
      named("a", "one"),
      named("b", "once"),
      named("a", "on"),
    ]);
    snapshot.update([], ["a", "zz", "a", ""]);
    expect(idsOf(snapshot, "on")).toEqual(["b"]);
    snapshot.update([], ["zz"]);
    expect(snapshot.size).toBe(1);
  });

  it("replaces a candidate that is named and given anew", async () => {
    const snapshot = (await createCore({ kind })).prepareCandidates([
      named("a", "Sam"),
      named("b", "Sam"),
    ]);
    snapshot.update([named("a", "Samantha"), named("a", "Sam")], ["a"]);
    expect(snapshot.query("sam", 9).map(({ id, label }) => `${id} ${label}`)).toEqual([
      "b Sam",
      "a Sam",
      "a Samantha",
    ]);
  });

  it("forgets the last answer, and what was typed before", async () => {
    const snapshot = (await createCore({ kind })).prepareCandidates(crew(0, 300));
    expect(idsOf(snapshot, "q")).toEqual([]);
    snapshot.update([named("q1", "quay")], []);
    expect(idsOf(snapshot, "q")).toEqual(["q1"]);
    expect(idsOf(snapshot, "qx")).toEqual([]);
    snapshot.update([named("q2", "qx")], ["q1"]);
    expect(idsOf(snapshot, "qx")).toEqual(["q2"]);
  });

  it("empties and fills again", async () => {
    const snapshot = (await createCore({ kind })).prepareCandidates(crew(0, 40));
    for (let round = 0; round < 5; round++) {
      snapshot.update(
        [],
        crew(round * 40, 40).map(({ id }) => id),
      );
      expect([snapshot.size, idsOf(snapshot, "eck")]).toEqual([0, []]);
      snapshot.update(crew(round * 40 + 40, 40), []);
      expect(idsOf(snapshot, "eck")).toHaveLength(40);
    }
  });

  it("leaves the snapshot as it was when it refuses", async () => {
    const core = await createCore({ kind });
    const snapshot = core.prepareCandidates(crew(0, 50));
    const before = QUERIES.map((query) => snapshot.query(query, 20));
    const large = named("x", "deck", "x".repeat(CANDIDATE_FIELD_BYTES + 1));
    const update = (): void => snapshot.update([named("y", "deck"), large], ["u1", "u2"]);
    expect(update).toThrow(CandidateTooLargeError);
    expect(update).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ index: 1 }) }),
    );
    const many = Array.from({ length: CANDIDATE_LIMIT - 48 }, () => named("y", "deck"));
    expect(() => snapshot.update(many, ["u1"])).toThrow(TooManyCandidatesError);
    expect(QUERIES.map((query) => snapshot.query(query, 20))).toEqual(before);
    expect(snapshot.size).toBe(50);
  });

  it("answers what is typed on after it refused", async () => {
    const core = await createCore({ kind });
    const snapshot = core.prepareCandidates([...crew(0, 500), named("q", "quay")]);
    const large = named("x", "deck", "x".repeat(CANDIDATE_FIELD_BYTES + 1));
    expect(idsOf(snapshot, "q")).toEqual(["q"]);
    expect(() => snapshot.update([large], ["u1", "u2"])).toThrow(CandidateTooLargeError);
    expect(idsOf(snapshot, "qu")).toEqual(["q"]);
  });

  it("is of no use once closed", async () => {
    const snapshot = (await createCore({ kind })).prepareCandidates(crew(0, 3));
    snapshot.close();
    expect(() => snapshot.update([], [])).toThrow(ClosedError);
  });
});

describe.each(["release", "debug"] as const)("a long list, %s module", (build) => {
  it("answers as a fresh one through growth, removal and closing up", () => {
    const core = wasmCore(build);
    let held = crew(0, 2000);
    const snapshot = core.prepareCandidates(held);
    for (let round = 0; round < 12; round++) {
      const added = crew(2000 + round * 300, round % 3 === 0 ? 300 : 7);
      const leaving = held.filter((_, at) => at % 9 === round % 9).map(({ id }) => id);
      const gone = new Set(leaving);
      held = [...held.filter(({ id }) => !gone.has(id)), ...added];
      snapshot.update(added, leaving);
      const fresh = core.prepareCandidates(held);
      for (const query of QUERIES) {
        for (const limit of [1, 20, 5000]) {
          expect(snapshot.query(query, limit)).toEqual(fresh.query(query, limit));
        }
      }
    }
  });
});

describe("the compiled snapshot", () => {
  const module = new WebAssembly.Module(wasmBytes("release"));

  it("holds no more than a fresh one by half, however often it was changed", () => {
    const snapshot = new WasmSnapshot(module, crew(0, 2000));
    for (let round = 0; round < 200; round++) {
      const leaving = crew(round * 200, 200).map(({ id }) => id);
      snapshot.update(crew(2000 + round * 200, 200), leaving);
    }
    const fresh = new WasmSnapshot(module, crew(40_000, 2000));
    for (const query of QUERIES) {
      expect(snapshot.query(query, 30)).toEqual(fresh.query(query, 30));
    }
    expect(snapshot.byteLength).toBeLessThan(fresh.byteLength * 1.5);
  });

  it("holds little more for limits that grow one by one than for the last of them", () => {
    const snapshot = new WasmSnapshot(module, crew(0, 2000));
    for (let limit = 1; limit <= 2000; limit++) snapshot.query("k", limit);
    const fresh = new WasmSnapshot(module, crew(0, 2000));
    expect(snapshot.query("k", 2000)).toEqual(fresh.query("k", 2000));
    expect(snapshot.byteLength).toBeLessThan(fresh.byteLength * 1.5);
  });

  it("closes up where few candidates that are gone hold most of the text", () => {
    const snapshot = new WasmSnapshot(module, crew(0, 1000));
    for (let round = 0; round < 300; round++) {
      snapshot.update([named(`long${round}`, "log", "x".repeat(60_000))], [`long${round - 1}`]);
    }
    expect(snapshot.byteLength).toBeLessThan(1_000_000);
    expect(idsOf(snapshot, "xxx")).toEqual(["long299"]);
  });

  it("is as it was when taking the last of many chunks fails", () => {
    const snapshot = new WasmSnapshot(module, crew(0, 500));
    const before = QUERIES.map((query) => snapshot.query(query, 20));
    // All before it are taken when this one is asked for its text.
    const broken = {
      id: "broken",
      get label(): string {
        throw new CoreUnavailableError("no more", { reason: "no more" });
      },
    };
    const added = [...crew(500, 3000), broken];
    expect(() => snapshot.update(added, ["u1", "u2", "u3"])).toThrow(CoreUnavailableError);
    expect(QUERIES.map((query) => snapshot.query(query, 20))).toEqual(before);
    const tooLarge = [...crew(500, 3000), named("large", "x".repeat(CANDIDATE_FIELD_BYTES + 1))];
    expect(() => snapshot.update(tooLarge, ["u1"])).toThrow(
      expect.objectContaining({
        code: "candidate_too_large",
        data: expect.objectContaining({ index: 3000 }),
      }),
    );
    expect(QUERIES.map((query) => snapshot.query(query, 20))).toEqual(before);
    snapshot.update(crew(500, 10), ["u1"]);
    const fresh = new WasmSnapshot(
      module,
      crew(0, 510).filter(({ id }) => id !== "u1"),
    );
    for (const query of QUERIES) {
      expect(snapshot.query(query, 20)).toEqual(fresh.query(query, 20));
    }
  });

  it("is prepared anew where rows run out of numbers", () => {
    const odd = named("odd", "a");
    const even = named("even", "b");
    const snapshot = new WasmSnapshot(
      module,
      Array.from({ length: CANDIDATE_LIMIT }, (_, at) => (at % 2 === 0 ? even : odd)),
    );
    expect(() => snapshot.update([named("c", "c")], [])).toThrow(TooManyCandidatesError);
    snapshot.update([named("c", "a")], ["odd"]);
    expect(snapshot.size).toBe(CANDIDATE_LIMIT / 2 + 1);
    expect(idsOf(snapshot, "a")).toEqual(["c"]);
  });
});
