import { describe, expect, it } from "vitest";
import { candidatesOf } from "../../dist/speakers/card/candidates.js";
import { evidenceOf } from "../../dist/speakers/card/evidence.js";
import { proposalsPerKind, readProposals } from "../../dist/speakers/card/read-proposals.js";
import { tally } from "../../dist/speakers/card/reasons.js";
import { draft, entry, INPUT, LIMITS, NOTHING_PROPOSED, piece, proposals } from "./card-support.js";

const evidence = evidenceOf(INPUT);
const read = (answer: string, limits = LIMITS) => readProposals(answer, { evidence, limits });

/** What one entry is counted as, beside a sound one. */
function rejectOf(value: unknown): Readonly<Record<string, number>> {
  const answer = read(proposals(entry(), value));
  if (!answer.ok) throw new Error(answer.problem);
  expect(answer.drafts).toEqual([draft()]);
  return tally(answer.rejected);
}

describe("an answer with proposals", () => {
  it("gives drafts whose citations are of the input, facts before rows", () => {
    const proposed = entry({ row_ids: ["r2", "r1", "r2"], fact_ids: ["f1"] });
    expect(read(proposals(proposed))).toEqual({
      ok: true,
      drafts: [draft({ citations: ["f1", "r1", "r2"] })],
      rejected: [],
    });
  });

  it("may propose nothing, for a reason of the list", () => {
    expect(read(NOTHING_PROPOSED)).toEqual({ ok: true, drafts: [], rejected: [] });
  });

  it.each([
    ["no JSON", "Sure! Here is the card:"],
    ["nothing", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["entries alone", '{"entries":[]}'],
    ["a further key", NOTHING_PROPOSED.replace("{", '{"actor":"u1",')],
    ["a prototype", NOTHING_PROPOSED.replace("{", '{"__proto__":{},')],
    ["a quoted boolean", NOTHING_PROPOSED.replace("false", '"false"')],
    ["a reason of its own", NOTHING_PROPOSED.replace("no_durable_context", "boring")],
    ["a reason against itself", NOTHING_PROPOSED.replace("no_durable_context", "substantive")],
    ["substance without entries", proposals(entry()).replace(/"entries":.*/, '"entries":[]}')],
    ["entries without substance", NOTHING_PROPOSED.replace("[]", JSON.stringify([entry()]))],
    ["entries that are no list", NOTHING_PROPOSED.replace("[]", "{}")],
    ["more than is read", proposals(entry()).padEnd(200_001)],
  ])("cannot be used where it is %s", (_name, answer) => {
    expect(read(answer)).toMatchObject({ ok: false, rejected: [] });
  });

  it.each<[string, unknown]>([
    ["entry_not_object", "This person likes tea"],
    ["entry_not_object", [entry()]],
    ["entry_not_object", null],
    ["invalid_entry_shape", { kind: "active_goal" }],
    ["invalid_entry_shape", { ...entry(), actor_id: "u1" }],
    ["invalid_entry_shape", JSON.parse(JSON.stringify(entry()).replace("{", '{"__proto__":1,'))],
    ["invalid_kind", entry({ kind: "secret" })],
    ["invalid_kind", entry({ kind: ["active_goal"] })],
    ["invalid_body", entry({ body: 7 })],
    ["invalid_body", entry({ body: " " })],
    ["invalid_body", entry({ body: "\u200b\u00ad" })],
    ["invalid_body", entry({ body: "x".repeat(501) })],
    ["invalid_body", entry({ body: "two\nlines" })],
    ["invalid_body", entry({ body: "two\u2028lines" })],
    ["invalid_body", entry({ body: "nul\0" })],
    ["invalid_body", entry({ body: "half \ud800" })],
    ["invalid_body", entry({ body: "turned \u202e round" })],
    ["invalid_body", entry({ body: "hidden \u{e0041}\u{e0042}" })],
    ["invalid_body", entry({ body: "This person is actor:slack:T1:U2" })],
    ["invalid_confidence", entry({ confidence: true })],
    ["invalid_confidence", entry({ confidence: "0.8" })],
    ["invalid_confidence", entry({ confidence: null })],
    ["invalid_confidence", entry({ confidence: -0.1 })],
    ["invalid_confidence", entry({ confidence: 1.01 })],
    ["invalid_fact_ids", entry({ fact_ids: "f1" })],
    ["invalid_fact_ids", entry({ fact_ids: [1] })],
    ["invalid_row_ids", entry({ row_ids: null })],
    ["invalid_row_ids", entry({ row_ids: [["r1"]] })],
    ["unknown_fact_id", entry({ fact_ids: ["f9"] })],
    ["unknown_row_id", entry({ row_ids: ["r1", "r9"] })],
    ["unknown_row_id", entry({ row_ids: ["constructor"] })],
    ["missing_citations", entry({ row_ids: [] })],
    ["truncated_evidence_only", entry({ row_ids: ["r3"] })],
  ])("counts %s of %j", (name, value) => {
    expect(rejectOf(value)).toEqual({ [name]: 1 });
  });

  it("takes the longest body, the surest confidence and the least", () => {
    const bodies = [entry({ body: "x".repeat(500), confidence: 1 }), entry({ confidence: 0 })];
    expect(read(proposals(...bodies))).toMatchObject({ ok: true, rejected: [] });
  });

  it("takes the person's actor for no id, where it is a word", () => {
    const answer = read(proposals(entry({ body: "Favourite actor: Nadia K." })));
    expect(answer).toMatchObject({ ok: true, rejected: [] });
  });

  it("moves a citation of the wrong list (§9.2 43)", () => {
    const answer = read(proposals(entry({ fact_ids: ["r2"], row_ids: ["f2"] })));
    expect(answer).toMatchObject({ ok: true, drafts: [{ citations: ["f2", "r2"] }] });
  });

  it("takes what was shortened beside what was not", () => {
    const answer = read(proposals(entry({ row_ids: ["r3", "r2"] })));
    expect(answer).toMatchObject({ ok: true, drafts: [{ citations: ["r2", "r3"] }] });
  });

  it("keeps 16 citations, those that can stand alone first, and notes it (§9.2 43)", () => {
    const ids = Array.from({ length: 20 }, (_, n) => `r${n + 1}`);
    const many = evidenceOf({
      ...INPUT,
      rows: ids.map((id) => piece(id, { truncated: id !== "r20" })),
    });
    const proposed = proposals(entry({ row_ids: ids, fact_ids: ["f1"] }));
    const answer = readProposals(proposed, { evidence: many, limits: LIMITS });
    expect(answer).toMatchObject({ ok: true, rejected: ["citations_trimmed"] });
    if (!answer.ok) return;
    const [only] = answer.drafts;
    expect(only?.citations).toEqual(["f1", "r20", ...ids.slice(0, 14)]);
  });

  it("keeps the surest of a kind, in the order given", () => {
    const most = proposalsPerKind({ entriesPerKind: 1 });
    expect(most).toBe(2);
    const [low, mid, high] = [0.1, 0.5, 0.9].map((confidence) =>
      entry({ confidence, body: `sure ${confidence}` }),
    );
    const goal = entry({ kind: "active_goal", confidence: 0 });
    const answer = read(proposals(mid, low, goal, high), { entriesPerKind: 1 });
    if (!answer.ok) throw new Error(answer.problem);
    expect(answer.drafts.map(({ confidence }) => confidence)).toEqual([0.5, 0, 0.9]);
    expect(answer.rejected).toEqual(["per_kind_limit"]);
    expect(proposalsPerKind({ entriesPerKind: 1_000 })).toBe(12);
  });

  it("cannot be used where no entry is sound, and says by which names", () => {
    const answer = read(proposals(entry({ kind: "secret lore" }), entry({ row_ids: ["r9"] })));
    expect(answer).toEqual({
      ok: false,
      problem: "no entry was sound: invalid_kind, unknown_row_id",
      rejected: ["invalid_kind", "unknown_row_id"],
    });
  });
});

describe("evidence", () => {
  it.each([
    ["a message's id", "1733000000.123456"],
    ["an actor", "actor:slack:u1"],
    ["another list's label", "f3"],
    ["a candidate's label", "c1"],
    ["a label twice", "r2"],
    ["zero", "r0"],
  ])("refuses %s as the id of a row", (_name, id) => {
    expect(() => evidenceOf({ ...INPUT, rows: [...INPUT.rows, piece(id)] })).toThrow(/label/);
  });

  it("refuses a time that is none", () => {
    expect(() => evidenceOf({ ...INPUT, facts: [piece("f3", { at: "soon" })] })).toThrow(/instant/);
  });
});

describe("candidates", () => {
  it("are what stands, then what is new, with labels of their own", () => {
    const existing = [draft({ body: "old", citations: ["r2"] })];
    const { candidates, rejected } = candidatesOf({ existing, fresh: [draft()] }, evidence);
    expect(candidates).toEqual([
      { ...draft({ body: "old", citations: ["r2"] }), id: "c1", origin: "existing" },
      { ...draft(), id: "c2", origin: "fresh" },
    ]);
    expect(rejected).toEqual([]);
  });

  it("leave out what stands on something that cannot be seen, or only in part", () => {
    const existing = [
      draft({ citations: ["r1", "r7"] }),
      draft({ citations: ["r3"] }),
      draft({ citations: [] }),
    ];
    const { candidates, rejected } = candidatesOf({ existing, fresh: [] }, evidence);
    expect(candidates).toEqual([]);
    expect(tally(rejected)).toEqual({ evidence_unavailable: 3 });
  });

  it("are each there once, as sure as the surer, and different where the citations are", () => {
    const existing = [draft({ confidence: 0.2, citations: ["r1", "f1"] })];
    const fresh = [
      draft({ confidence: 0.9, citations: ["f1", "r1"] }),
      draft({ citations: ["f1"] }),
      draft({ kind: "active_goal", citations: ["f1", "r1"] }),
    ];
    const { candidates, rejected } = candidatesOf({ existing, fresh }, evidence);
    expect(candidates.map(({ id, origin, confidence }) => [id, origin, confidence])).toEqual([
      ["c1", "existing", 0.9],
      ["c2", "fresh", 0.8],
      ["c3", "fresh", 0.8],
    ]);
    expect(rejected).toEqual(["duplicate_entry"]);
  });
});
