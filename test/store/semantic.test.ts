import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { embedPending } from "../../dist/store/semantic/embed-pending.js";
import { turnOnSemantic } from "../../dist/store/semantic/switch.js";
import { AbortedError } from "../../dist/model/errors.js";
import { semanticLane } from "../../dist/store/semantic/lane.js";
import { runSearch } from "../../dist/store/search/run-search.js";
import { bindDestination } from "../../dist/store/view/binding.js";
import { readAudit } from "../../dist/store/audit/read-audit.js";
import { forEachDatabase } from "./harness.js";
import {
  actingEmbedder,
  counts,
  embedAll,
  embedBuilt,
  outage,
  semanticView,
  subjectEmbedder,
  subjectsOf,
  withPredicate,
} from "./semantic-support.js";
import {
  channel,
  direct,
  dm,
  happen,
  newScope,
  NOW,
  open,
  PUBLIC,
  tell,
  viewTools,
} from "./spoken.js";

const GENERAL = channel("general");
const THEIRS = dm("u2");
const HERE = { place: dm("u1"), audience: direct("u1"), requester: "u1" };
/** For an embedder that does not answer anyhow. */
const SHORT_MS = 300;

forEachDatabase("the semantic lane", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  async function said(...texts: string[]) {
    const scope = await newScope(database);
    const rows = texts.map((text, index) => ({
      in: GENERAL,
      to: PUBLIC,
      text,
      at: `2026-01-01T10:${String(index).padStart(2, "0")}:00Z`,
      sourceId: `row${index}`,
    }));
    const ids = await tell(scope, rows);
    await open(scope, dm("u1"));
    return { scope, ids };
  }

  it("costs nothing while it is off: no row is queued", async () => {
    const { scope } = await said("my automobile broke down", "lunch is late");
    expect(await counts(scope)).toEqual({ waiting: 0, vectors: 0 });
    const embedder = subjectEmbedder();
    expect(await embedPending(scope, embedder)).toMatchObject({ embedded: 0, building: false });
    expect(embedder.given).toEqual([]);
  });

  it("finds a row that says the same in other words, and says so", async () => {
    const { scope, ids } = await said("my automobile broke down", "lunch is late");
    const embedder = subjectEmbedder();
    await embedAll(scope, embedder);
    const view = await semanticView(scope, HERE, embedder);
    const answer = await view.search("vehicle");
    expect(answer.hits.map(({ messageId }) => messageId)).toEqual([ids[0]]);
    const [hit] = answer.hits;
    expect(hit).toMatchObject({ lanes: ["semantic"], content: "my automobile broke down" });
    expect(hit?.parts.semantic).toBeGreaterThan(0);
    expect(Object.values(hit?.parts ?? { none: 0.5 }).every((part) => Number.isInteger(part))).toBe(
      true,
    );
    expect(answer.lanes.map(({ lane }) => lane)).toContain("semantic");
    expect(answer.degraded).toEqual([]);
    expect((await (await semanticView(scope, HERE, null)).search("vehicle")).hits).toEqual([]);
    const [audit] = await readAudit(scope, { limit: 2 });
    expect(audit?.degraded).toEqual([]);
  });

  it("leaves rows that hold the words before those that are only alike", async () => {
    const others = Array.from({ length: 50 }, (_, index) => `lunch number ${index}`);
    const { scope, ids } = await said(
      "one car of many things that were said that day",
      "an automobile, and tea at the river",
      ...others,
    );
    const embedder = subjectEmbedder();
    await embedAll(scope, embedder);
    const { hits } = await (await semanticView(scope, HERE, embedder)).search("car wash");
    expect(hits.map(({ messageId }) => messageId)).toEqual([ids[0], ids[1]]);
    expect(hits.map(({ lanes }) => lanes)).toEqual([["words", "semantic"], ["semantic"]]);
    expect(hits.at(1)?.parts.semantic).toBeGreaterThan(hits.at(0)?.parts.semantic ?? Infinity);
  });

  it("takes up new rows, honours filters and leaves out what the turn has", async () => {
    const { scope } = await said("my automobile broke down");
    const embedder = subjectEmbedder();
    await embedAll(scope, embedder);
    const later = { in: GENERAL, to: PUBLIC, text: "a vehicle again", at: "2026-01-02T10:00:00Z" };
    const [id] = await tell(scope, [later]);
    expect(await counts(scope)).toEqual({ waiting: 1, vectors: 1 });
    const view = await semanticView(scope, HERE, embedder);
    expect((await view.search("car")).hits).toHaveLength(1);
    expect(await embedPending(scope, embedder)).toMatchObject({ embedded: 1, failure: null });
    expect((await view.search("car")).hits).toHaveLength(2);
    const after = await view.search("car", { filters: { after: "2026-01-02T00:00:00Z" } });
    expect(after.hits.map(({ messageId }) => messageId)).toEqual([id]);
    const nobody = await view.search("car", { filters: { actor: { id: "nobody" } } });
    expect(nobody.hits).toEqual([]);
  });

  it("a semantic-provider outage degrades to lexical results, never to unfiltered results", async () => {
    const { scope } = await said("my automobile broke down", "the car is at the garage");
    await tell(scope, [
      { in: THEIRS, to: direct("u2"), text: "car car car, my secret car", by: "u2" },
    ]);
    await embedAll(scope, subjectEmbedder());
    const bare = await semanticView(scope, HERE, null);
    const malformed = (vectors: Float32Array[]) => actingEmbedder(async () => vectors);
    const broken = {
      "it throws": outage,
      "it never answers": actingEmbedder(() => new Promise(() => {})),
      "it answers nothing": malformed([]),
      "it answers too much": malformed([subjectsOf("car"), subjectsOf("car")]),
      "it answers NaN": malformed([Float32Array.from([Number.NaN, 0, 0, 0, 0])]),
      "it answers another length": malformed([Float32Array.from([1])]),
      "it answers no vectors": actingEmbedder(async () => null as never),
    };
    for (const query of ["car", "vehicle", "garage car", "AT&T"]) {
      const expected = JSON.stringify({
        ...(await bare.search(query)),
        degraded: ["semantic_unavailable"],
      });
      expect(expected).not.toContain("secret");
      for (const [name, embedder] of Object.entries(broken)) {
        const answer = await (await semanticView(scope, HERE, embedder, SHORT_MS)).search(query);
        expect(JSON.stringify(answer), name).toBe(expected);
        const [audit] = await readAudit(scope, { limit: 1 });
        expect(audit?.degraded, name).toEqual(["semantic_unavailable"]);
      }
    }
  });

  it("an index that is being rebuilt degrades to lexical results until it is whole", async () => {
    const { scope } = await said("my automobile broke down", "the car is at the garage");
    const first = subjectEmbedder("first");
    await embedAll(scope, first);
    const second = subjectEmbedder("second");
    await turnOnSemantic(scope, second);
    const bare = await semanticView(scope, HERE, null);
    const expected = { ...(await bare.search("car")), degraded: ["semantic_rebuilding"] };
    for (const embedder of [first, second])
      expect(JSON.stringify(await (await semanticView(scope, HERE, embedder)).search("car"))).toBe(
        JSON.stringify(expected),
      );
    expect(await embedPending(scope, second, { limit: 1 })).toMatchObject({ building: true });
    const view = await semanticView(scope, HERE, second);
    expect((await view.search("car")).degraded).toEqual(["semantic_rebuilding"]);
    expect(await embedBuilt(scope, second)).toMatchObject({ embedded: 1 });
    const answer = await view.search("vehicle");
    expect(answer.degraded).toEqual([]);
    expect(answer.hits).toHaveLength(2);
    expect(second.given).toContain("my automobile broke down");
    expect(await counts(scope)).toEqual({ waiting: 0, vectors: 2 });
    const stale = await semanticView(scope, HERE, first);
    expect((await stale.search("car")).degraded).toEqual(["semantic_rebuilding"]);
  });

  it("rows that may not be read do not show in how far an index is built", async () => {
    const { scope } = await said("my automobile broke down");
    const embedder = subjectEmbedder();
    await turnOnSemantic(scope, embedder);
    await embedPending(scope, embedder);
    await turnOnSemantic(scope, subjectEmbedder("other"));
    await tell(scope, [{ in: THEIRS, to: direct("u2"), text: "hidden", by: "u2" }]);
    await turnOnSemantic(scope, embedder);
    const view = await semanticView(scope, HERE, embedder);
    expect((await view.search("car")).degraded).toEqual([]);
  });

  it("1,000 nearer hidden rows change no byte of an answer", async () => {
    const { scope } = await said("car and lunch and more", "my automobile broke down", "tea");
    const embedder = subjectEmbedder();
    await embedAll(scope, embedder);
    const view = await semanticView(scope, HERE, embedder);
    const queries = ["vehicle", "car", "engine of a ship"];
    const before = [];
    for (const query of queries) before.push(JSON.stringify(await view.search(query)));
    expect(before[0]).toContain("automobile");
    const hidden = Array.from({ length: 1_000 }, (_, index) => ({
      in: THEIRS,
      to: direct("u2"),
      text: "vehicle",
      by: "u2",
      at: new Date(Date.UTC(2026, 0, 1, 9, 59, index)).toISOString(),
    }));
    await tell(scope, hidden);
    expect(await embedPending(scope, embedder)).toMatchObject({ embedded: 1_000, failure: null });
    const after = [];
    for (const query of queries) after.push(JSON.stringify(await view.search(query)));
    expect(after).toEqual(before);
    // The same rows in the open do change it.
    await tell(
      scope,
      hidden.slice(0, 10).map((row) => ({ ...row, in: GENERAL, to: PUBLIC })),
    );
    await embedPending(scope, embedder);
    expect(JSON.stringify(await view.search("vehicle"))).not.toBe(before[0]);
  });

  it("deletion takes vector and place in the queue along; an edit is found by its new meaning", async () => {
    const { scope, ids } = await said("my automobile broke down", "a puppy came in", "tea");
    const embedder = subjectEmbedder();
    await embedAll(scope, embedder);
    const view = await semanticView(scope, HERE, embedder);
    const author = "u9";
    await happen(scope, GENERAL, [
      { type: "delete", sourceId: "row0", at: "2026-01-03T00:00:00Z" },
      {
        type: "edit",
        sourceId: "row1",
        by: author,
        content: "the vessel came in",
        at: "2026-01-03T00:00:00Z",
        audience: PUBLIC,
      },
    ]);
    expect(await counts(scope)).toEqual({ waiting: 1, vectors: 1 });
    for (const query of ["vehicle", "hound", "boat"])
      expect((await view.search(query)).hits).toEqual([]);
    await embedPending(scope, embedder);
    expect((await view.search("hound")).hits).toEqual([]);
    expect((await view.search("boat")).hits.map(({ messageId }) => messageId)).toEqual([ids[1]]);
    await happen(scope, GENERAL, [
      { type: "delete", sourceId: "row1", at: "2026-01-04T00:00:00Z" },
    ]);
    expect(await counts(scope)).toEqual({ waiting: 0, vectors: 1 });
    expect((await view.search("boat")).hits).toEqual([]);
  });

  it("a twin whose audience predicate says yes to all finds what is hidden", async () => {
    const { scope } = await said("tea");
    const embedder = subjectEmbedder();
    await tell(scope, [{ in: THEIRS, to: direct("u2"), text: "my secret salary", by: "u2" }]);
    await embedAll(scope, embedder);
    const view = await semanticView(scope, HERE, embedder);
    expect((await view.search("wage")).hits).toEqual([]);
    await withPredicate(database, "audience_allows", "true", async () => {
      const [hit] = (await view.search("wage")).hits;
      expect(hit).toMatchObject({ content: "my secret salary", lanes: ["semantic"] });
    });
    expect((await view.search("wage")).hits).toEqual([]);
  });

  it("leaves out rows that the turn has, and tells the audit", async () => {
    const { scope, ids } = await said("my automobile broke down", "a vehicle, and tea");
    const embedder = subjectEmbedder();
    await embedAll(scope, embedder);
    const tools = { ...(await viewTools()), semantic: semanticLane({ embedder }) };
    const destination = { conversation: HERE.place, audience: HERE.audience, asOf: NOW };
    const binding = await bindDestination(scope, { destination }, tools);
    const answer = await runSearch(scope, binding, "car", { exclude: ids.slice(0, 1) });
    expect(answer.hits.map(({ messageId }) => messageId)).toEqual([ids[1]]);
    const [audit] = await readAudit(scope, { limit: 1 });
    expect(audit?.excluded.already_in_context).toBe(1);
    expect(audit?.selected.at(0)?.parts).toEqual(answer.hits.at(0)?.parts);
  });

  it("asks its embedder outside of every transaction, for text alone, and lets it be stopped", async () => {
    const { scope } = await said("my automobile broke down");
    await embedAll(scope, subjectEmbedder());
    const asked: string[] = [];
    // On one connection this would wait for itself, if a transaction were open.
    const reading = actingEmbedder(async (texts) => {
      asked.push(...texts);
      await counts(scope);
      return texts.map((text) => subjectsOf(text));
    });
    const view = await semanticView(scope, HERE, reading);
    expect((await view.search("vehicle")).hits).toHaveLength(1);
    await view.search("/vehicle/");
    await view.search("  ");
    expect(asked).toEqual(["vehicle"]);

    let stopped = false;
    const stop = new AbortController();
    const slow = actingEmbedder((_, { signal }) => {
      signal?.addEventListener("abort", () => (stopped = true));
      stop.abort();
      return new Promise(() => {});
    });
    const search = (await semanticView(scope, HERE, slow)).search("vehicle", {
      signal: stop.signal,
    });
    await expect(search).rejects.toBeInstanceOf(AbortedError);
    expect(stopped).toBe(true);
  });
});
