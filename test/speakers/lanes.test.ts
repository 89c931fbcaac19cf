import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lanesOf, type LaneRow, type QuotedRow } from "../../dist/speakers/lanes/lanes.js";
import { ownWords } from "../../dist/speakers/lanes/own-words.js";

const ROO = "actor:slack:roo";
const KANGA = "actor:slack:kanga";
const NONE: ReadonlySet<number> = new Set();

const of = (more: Partial<LaneRow> = {}): LaneRow => ({
  row: 1,
  authorType: "person",
  actorId: ROO,
  content: "I moved to Lisbon",
  quoted: "",
  quotedRow: null,
  ...more,
});
const kanga: QuotedRow = { row: 7, authorType: "person", actorId: KANGA };
const quoting = (quotedRow: QuotedRow | null, more: Partial<LaneRow> = {}): LaneRow =>
  of({ content: "so do I", quoted: "I like tea", quotedRow, ...more });

const own = { role: "requester", text: "so do I", actorId: ROO, row: 1 };
const theirs = { role: "subject", text: "I like tea", actorId: KANGA, row: 7 };

describe("lanes of a row", () => {
  it("gives the sender his words and the quoted one hers", () => {
    expect(lanesOf(of(), NONE)).toEqual([{ ...own, text: "I moved to Lisbon" }]);
    expect(lanesOf(quoting(kanga), NONE)).toEqual([own, theirs]);
  });

  it("has no lane for a quote that was matched to no row", () => {
    expect(lanesOf(quoting(null), NONE)).toEqual([own]);
  });

  it("leaves a quote out whose original is read too, and no other", () => {
    expect(lanesOf(quoting(kanga), new Set([7]))).toEqual([own]);
    expect(lanesOf(quoting(kanga), new Set([1, 8]))).toEqual([own, theirs]);
  });

  it("keeps an actor that is not known empty, and does not borrow the sender's", () => {
    expect(lanesOf(quoting({ ...kanga, actorId: "" }), NONE)).toEqual([
      own,
      { ...theirs, actorId: "" },
    ]);
    expect(lanesOf(quoting(kanga, { actorId: "" }), NONE)).toEqual([
      { ...own, actorId: "" },
      theirs,
    ]);
  });

  it("never gives an agent's words a human actor, nor quotes them as somebody's", () => {
    const agent = of({ authorType: "agent", actorId: "actor:slack:bot" });
    expect(lanesOf(agent, NONE)).toEqual([
      { role: "assistant", text: "I moved to Lisbon", actorId: "", row: 1 },
    ]);
    expect(lanesOf(quoting({ ...kanga, authorType: "agent" }), NONE)).toEqual([own]);
  });

  it("gives service rows no lane and operators no actor", () => {
    expect(lanesOf(of({ authorType: "system" }), NONE)).toEqual([]);
    expect(lanesOf(quoting({ ...kanga, authorType: "system" }), NONE)).toEqual([own]);
    expect(lanesOf(of({ authorType: "operator" }), NONE)).toMatchObject([{ actorId: "" }]);
  });

  it("has no lane of nothing but a quote", () => {
    expect(
      lanesOf(of({ content: "> I like tea\n&gt; really", quoted: "I like tea" }), NONE),
    ).toEqual([]);
  });
});

describe("a row's own words", () => {
  it.each([
    ["> I like tea\nso do I", "I like tea", "so do I"],
    ["&gt; I like tea\r\n\r\nso do I", "I like tea", "so do I"],
    ["\n I like tea \nsecond\nso do I", "I like tea\nsecond", "so do I"],
    ["so do I\n> something else", "I like tea", "so do I"],
    ["I like tea", "I like tea", "I like tea"],
    ["no, I like tea\nmore", "I like tea", "no, I like tea\nmore"],
    ["a -> b", "", "a -> b"],
    ["", "", ""],
  ])("of %j, which quotes %j, are %j", (content, quoted, expected) => {
    expect(ownWords(content, quoted)).toBe(expected);
  });

  it("hold no line of a marked block, whatever it says", () => {
    const line = fc.string().filter((text) => !/[\n\r\u2028\u2029]/.test(text));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const block = lines.map((text) => `> SECRET${text}`).join("\n");
        expect(ownWords(`${block}\nmine`, lines.join("\n"))).toBe("mine");
      }),
    );
  });
});
