import { describe, expect, it } from "vitest";
import { evidenceOf } from "../../dist/speakers/card/evidence.js";
import { joinEqual } from "../../dist/speakers/card/join-entries.js";
import { readAdmission } from "../../dist/speakers/card/read-admission.js";
import { readCuration } from "../../dist/speakers/card/read-curation.js";
import { ADMISSION_REASONS, tally } from "../../dist/speakers/card/reasons.js";
import { candidate, choices, decisions, INPUT, LIMITS, piece } from "./card-support.js";

const evidence = evidenceOf(INPUT);
const BOTH = [candidate("c1", { origin: "existing" }), candidate("c2", { citations: ["f1"] })];
const CHANGED = '{"candidate_id":"c1","admit":false,"reason":"completed"}';
const DECIDED = decisions({ c1: "durable", c2: "temporary" });

describe("an answer of the judge", () => {
  it("lets in, or keeps out, and changes nothing", () => {
    const answer = readAdmission(DECIDED, BOTH);
    expect(answer).toEqual({
      ok: true,
      admitted: [BOTH[0]],
      rejected: ["semantic_temporary"],
      substantive: true,
    });
    if (answer.ok) expect(answer.admitted[0]).toBe(BOTH[0]);
  });

  it("may keep out what stood before", () => {
    const answer = readAdmission(decisions({ c1: "stopped_or_replaced", c2: "durable" }), BOTH);
    expect(answer).toMatchObject({ admitted: [BOTH[1]] });
  });

  it.each(ADMISSION_REASONS.filter((reason) => reason !== "durable"))("counts %s", (reason) => {
    const answer = readAdmission(decisions({ c1: reason, c2: "durable" }), BOTH);
    expect(answer).toMatchObject({ ok: true, rejected: [`semantic_${reason}`] });
  });

  it("may keep everything out, and is then without substance", () => {
    const answer = readAdmission(decisions({ c1: "completed", c2: "temporary" }), BOTH);
    expect(answer).toMatchObject({ ok: true, admitted: [], substantive: false });
  });

  const PRIVATE = decisions({ c1: "explicit_privacy_request", c2: "explicit_privacy_request" });
  const DENIED = '"substantive":false,"coverage_reason":"no_durable_context"';

  it.each([false, true])("may call what was asked to be private substantive: %s", (substantive) => {
    const said = substantive ? claimed(PRIVATE) : PRIVATE;
    const answer = readAdmission(said, BOTH);
    if (!answer.ok) throw new Error(answer.problem);
    expect(answer).toMatchObject({ admitted: [], substantive });
    expect(tally(answer.rejected)).toEqual({ semantic_explicit_privacy_request: 2 });
  });

  function claimed(answer: string): string {
    return answer.replace(DENIED, '"substantive":true,"coverage_reason":"substantive"');
  }

  it.each([
    ["no JSON", "c1: yes, c2: no"],
    ["a further key", DECIDED.replace("{", '{"note":"x",')],
    ["a further key of a decision", DECIDED.replace('"c1",', '"c1","body":"better words",')],
    ["a decision that is a text", DECIDED.replace(/\[.*\]/, '["c1","c2"]')],
    ["decisions that are no list", DECIDED.replace(/\[.*\]/, "{}")],
    ["one decision too few", decisions({ c1: "durable" })],
    ["one decision too many", decisions({ c1: "durable", c2: "durable", c3: "durable" })],
    ["somebody else's candidate", decisions({ c1: "durable", r2: "durable" })],
    ["the same one twice, and another not at all", DECIDED.replace('"c2"', '"c1"')],
    ["the same one twice, the first time otherwise", DECIDED.replace("[", `[${CHANGED},`)],
    ["a reason of its own", decisions({ c1: "durable", c2: "dull" })],
    ["a quoted boolean", DECIDED.replace('"admit":true', '"admit":"true"')],
    ["admitted, and yet temporary", DECIDED.replace('"durable"', '"temporary"')],
    ["kept out, and yet durable", DECIDED.replace('"temporary"', '"durable"')],
    ["a coverage of its own", DECIDED.replace('"coverage_reason":"s', '"coverage_reason":"x')],
    ["substance, and nothing admitted", claimed(decisions({ c1: "completed", c2: "completed" }))],
    [
      "substance, and not all of it private",
      claimed(decisions({ c1: "completed", c2: "explicit_privacy_request" })),
    ],
    [
      "no substance, and one admitted",
      DECIDED.replace("true,", "false,").replace('"substantive",', '"greeting_only",'),
    ],
  ])("cannot be used where it is %s", (_name, answer) => {
    expect(readAdmission(answer, BOTH)).toMatchObject({ ok: false });
  });
});

describe("what was admitted twice in the same words", () => {
  it("is one, with the citations of both", () => {
    const first = candidate("c1", { body: "same", citations: ["r2"], confidence: 0.3 });
    const second = candidate("c2", { body: "same", citations: ["f1"], confidence: 0.6 });
    const other = candidate("c3", { body: "same", kind: "active_goal" });
    expect(joinEqual([first, other, second], evidence)).toEqual({
      entries: [{ ...first, citations: ["f1", "r2"], confidence: 0.6 }, other],
      rejected: ["duplicate_entry"],
    });
  });
});

describe("an answer of the curator", () => {
  const admitted = [
    candidate("c1"),
    candidate("c2", { citations: ["f1"], confidence: 0.9 }),
    candidate("c3", { citations: ["r2"] }),
    candidate("c4", { kind: "active_goal" }),
  ];
  const read = (answer: string, limits = LIMITS) =>
    readCuration(answer, { admitted, evidence, limits });

  it("chooses and orders", () => {
    expect(read(choices(["c4"], ["c3"]))).toEqual({
      ok: true,
      entries: [admitted[3], admitted[2]],
      rejected: ["curation_left_out", "curation_left_out"],
    });
  });

  it("joins duplicates under one body, with the citations of all", () => {
    const answer = read(choices(["c3", "c1", "c2"], ["c4"]));
    expect(answer).toEqual({
      ok: true,
      entries: [{ ...admitted[2], citations: ["f1", "r1", "r2"], confidence: 0.9 }, admitted[3]],
      rejected: ["curation_duplicate", "curation_duplicate"],
    });
  });

  it("is cut at the limit of each kind, from its end", () => {
    const answer = read(choices(["c2"], ["c4"], ["c1"], ["c3"]), { entriesPerKind: 1 });
    if (!answer.ok) throw new Error(answer.problem);
    expect(answer.entries.map(({ id }) => id)).toEqual(["c2", "c4"]);
    expect(tally(answer.rejected)).toEqual({ post_admission_per_kind_limit: 2 });
  });

  it("cites no more than 16 of what it joins", () => {
    const rows = Array.from({ length: 20 }, (_, n) => piece(`r${n + 1}`));
    const ids = rows.map(({ id }) => id);
    const two = [
      candidate("c1", { citations: ids.slice(10) }),
      candidate("c2", { citations: ids.slice(0, 10) }),
    ];
    const many = evidenceOf({ ...INPUT, rows });
    const answer = readCuration(choices(["c1", "c2"]), {
      admitted: two,
      evidence: many,
      limits: LIMITS,
    });
    if (!answer.ok) throw new Error(answer.problem);
    expect(answer.entries[0]?.citations).toEqual(ids.slice(0, 16));
    expect(tally(answer.rejected)).toEqual({ citations_trimmed: 1, curation_duplicate: 1 });
  });

  it.each([
    ["no JSON", "c1, c2"],
    ["another schema", '{"order":["c1"]}'],
    ["a further key", '{"entries":[],"note":"x"}'],
    ["nothing kept", '{"entries":[]}'],
    ["entries that are no list", '{"entries":{}}'],
    ["an entry that is an id", '{"entries":["c1"]}'],
    ["a body", '{"entries":[{"candidate_id":"c1","duplicate_ids":[],"body":"new words"}]}'],
    ["duplicates that are no list", '{"entries":[{"candidate_id":"c1","duplicate_ids":"c2"}]}'],
    ["an id that was not given", choices(["c9"])],
    ["an id that is no text", '{"entries":[{"candidate_id":1,"duplicate_ids":[]}]}'],
    ["an id kept twice", choices(["c1"], ["c1"])],
    ["an id that stands for itself", choices(["c1", "c1"])],
    ["an id joined twice", choices(["c1", "c3"], ["c2", "c3"])],
    ["a duplicate of another kind", choices(["c1", "c4"])],
  ])("cannot be used where it is %s", (_name, answer) => {
    expect(read(answer)).toMatchObject({ ok: false });
  });
});
