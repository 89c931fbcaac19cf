import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidatesOf } from "../../dist/speakers/card/candidates.js";
import { CARD_KINDS } from "../../dist/speakers/card/card.js";
import { evidenceOf } from "../../dist/speakers/card/evidence.js";
import { joinEqual } from "../../dist/speakers/card/join-entries.js";
import { readAdmission } from "../../dist/speakers/card/read-admission.js";
import { readCuration } from "../../dist/speakers/card/read-curation.js";
import { readProposals } from "../../dist/speakers/card/read-proposals.js";
import { ADMISSION_REASONS } from "../../dist/speakers/card/reasons.js";
import { candidate, entry, INPUT, LIMITS, proposals } from "./card-support.js";

const evidence = evidenceOf(INPUT);
const IDS = [...evidence.keys()];
const anyId = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...IDS) },
  { weight: 1, arbitrary: fc.constantFrom("r9", "f0", "c1", "", "r1 ") },
);
const anyBody = fc.oneof(fc.constantFrom("a", "b"), fc.string({ unit: "binary", maxLength: 20 }));

/** What a model may propose: mostly of the right shape, with anything in it. */
const anyEntry = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...CARD_KINDS) },
        { weight: 1, arbitrary: fc.string() },
      ),
      body: anyBody,
      confidence: fc.oneof(
        { weight: 9, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
      fact_ids: fc.array(anyId, { maxLength: 3 }),
      row_ids: fc.array(anyId, { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** An answer of the judge: each candidate's reason, by its place. */
const anyReason = fc.constantFrom("durable", ...ADMISSION_REASONS);

const candidates = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...CARD_KINDS),
      body: fc.constantFrom("one", "two", "three "),
      citations: fc.subarray(IDS, { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) => all.map((more, at) => candidate(`c${at + 1}`, more)));

function decided(ids: readonly string[], reasons: readonly string[]): readonly object[] {
  return ids.map((candidate_id, at) => ({
    candidate_id,
    admit: reasons[at] === "durable",
    reason: reasons[at],
  }));
}

function answerOf(decisions: readonly object[], substantive: boolean): string {
  const coverage_reason = substantive ? "substantive" : "insufficient_evidence";
  return JSON.stringify({ substantive, coverage_reason, decisions });
}

describe("whatever a model answers", () => {
  it("no proposal cites what was not in the input, or has a body that was not proposed", () => {
    let sound = 0;
    const property = fc.property(fc.array(anyEntry, { maxLength: 6 }), (entries) => {
      const answer = readProposals(proposals(...entries), { evidence, limits: LIMITS });
      if (!answer.ok) return;
      sound += answer.drafts.length;
      const bodies = entries.flatMap((one) => {
        const body: unknown = one !== null && typeof one === "object" && "body" in one && one.body;
        return typeof body === "string" ? [body.trim()] : [];
      });
      for (const { body, citations, confidence } of answer.drafts) {
        expect(citations.length).toBeGreaterThan(0);
        expect(citations.every((id) => evidence.has(id))).toBe(true);
        expect(new Set(citations).size).toBe(citations.length);
        expect(bodies).toContain(body);
        expect(confidence >= 0 && confidence <= 1).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 500 });
    // The property is of no worth where nothing sound is ever proposed.
    expect(sound).toBeGreaterThan(100);
  });

  it("no text makes a decoder throw", () => {
    const property = fc.property(fc.oneof(fc.string(), fc.json()), (answer) => {
      const admitted = [candidate("c1")];
      expect(readProposals(answer, { evidence, limits: LIMITS }).ok).toBe(false);
      expect(readAdmission(answer, admitted).ok).toBe(false);
      expect(readCuration(answer, { admitted, evidence, limits: LIMITS }).ok).toBe(false);
    });
    fc.assert(property);
  });

  it("the order of decisions does not matter", () => {
    const shuffled = candidates.chain((all) =>
      fc.record({
        all: fc.constant(all),
        reasons: fc.array(anyReason, { minLength: all.length, maxLength: all.length }),
        order: fc.shuffledSubarray([...all.keys()], { minLength: all.length }),
      }),
    );
    const property = fc.property(shuffled, ({ all, reasons, order }) => {
      const inOrder = decided(
        all.map(({ id }) => id),
        reasons,
      );
      const substantive = reasons.includes("durable");
      const straight = readAdmission(answerOf(inOrder, substantive), all);
      expect(straight.ok).toBe(true);
      const other = order.flatMap((at) => inOrder[at] ?? []);
      expect(readAdmission(answerOf(other, substantive), all)).toEqual(straight);
    });
    fc.assert(property);
  });

  it("what is served was admitted, byte for byte, and cites what its duplicates cited", () => {
    const chosen = candidates.chain((all) =>
      fc.record({
        all: fc.constant(all),
        kept: fc.array(fc.subarray(all.map(({ id }) => id)), { maxLength: 4 }),
        entriesPerKind: fc.integer({ min: 1, max: 3 }),
      }),
    );
    let read = 0;
    const property = fc.property(chosen, ({ all, kept, entriesPerKind }) => {
      const { entries: admitted } = joinEqual(all, evidence);
      const named = kept.map(([candidate_id, ...duplicate_ids]) => ({
        candidate_id,
        duplicate_ids,
      }));
      const limits = { entriesPerKind };
      const answer = readCuration(JSON.stringify({ entries: named }), {
        admitted,
        evidence,
        limits,
      });
      if (!answer.ok) return;
      read++;
      for (const { kind, body, citations } of answer.entries) {
        expect(all.some((one) => one.kind === kind && one.body === body)).toBe(true);
        const allowed = new Set(all.flatMap((one) => (one.kind === kind ? one.citations : [])));
        expect(citations.every((id) => allowed.has(id))).toBe(true);
        expect(answer.entries.filter((one) => one.kind === kind).length).toBeLessThanOrEqual(
          entriesPerKind,
        );
      }
    });
    fc.assert(property, { numRuns: 1_000 });
    expect(read).toBeGreaterThan(20);
  });

  it("a candidate cites evidence of this input alone, whatever stood on the last card", () => {
    const stood = fc.array(
      fc.record({ body: fc.constantFrom("a", "b"), citations: fc.array(anyId, { maxLength: 3 }) }),
      { maxLength: 6 },
    );
    const property = fc.property(stood, (old) => {
      const existing = old.map((more) => ({ ...candidate("c1"), ...more }));
      const { candidates: found } = candidatesOf({ existing, fresh: [] }, evidence);
      for (const { citations } of found) {
        expect(citations.length).toBeGreaterThan(0);
        expect(citations.every((id) => evidence.has(id))).toBe(true);
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    });
    fc.assert(property);
  });

  it("one sound entry among any others is proposed", () => {
    const property = fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (others) => {
      const answer = readProposals(proposals(...others, entry()), { evidence, limits: LIMITS });
      expect(answer.ok && answer.drafts.length > 0).toBe(true);
    });
    fc.assert(property);
  });
});
