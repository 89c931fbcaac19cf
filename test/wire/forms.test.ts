import { describe, expect, it } from "vitest";
import * as wire from "../../dist/wire/index.js";

interface AnyCodec {
  readonly name: string;
  decode(json: unknown): unknown;
  encode(value: never): unknown;
}

/** Each form as it stands on a wire, and what it is inside: both ways. */
interface Pinned {
  readonly codec: AnyCodec;
  readonly json: string;
  readonly value: unknown;
}

const nikos = { type: "person", id: "nikos", label: "Nikos Galanis" };
const nikosJson = `{"type":"person","id":"nikos","label":"Nikos Galanis"}`;
const line = { root: 4, opening: "Ropes", replies: 2, latest: 9, landed: null };
const lineJson = `{"root":4,"opening":"Ropes","replies":2,"latest":9,"landed":null}`;
const pin = {
  sequence: 4,
  pinnedAt: 7,
  pinnedBy: { type: "operator" },
  label: "ropes",
  note: null,
  excerpt: "The ropes are wet",
};
const pinJson =
  `{"sequence":4,"pinned_at":7,"pinned_by":{"type":"operator"},` +
  `"label":"ropes","note":null,"excerpt":"The ropes are wet"}`;
const coverage = {
  scanned: 2048,
  oldest: 12,
  complete: false,
  nextBefore: 12,
  stoppedBy: "bound",
};
const coverageJson = `{"scanned":2048,"oldest":12,"complete":false,"next_before":12,"stopped_by":"bound"}`;
const match = { kind: "word_prefix", score: 612, offset: 3 };
const hit = { id: "tides", label: "Tides", field: "label", ...match };
const hitJson = `{"id":"tides","label":"Tides","field":"label","kind":"word_prefix","score":612,"offset":3}`;
const messageHit = {
  sequence: 9,
  chatId: "boat",
  parent: 4,
  author: { type: "system", kind: "workflow", label: "Nightly" },
  excerpt: "…wet ropes…",
  score: 450,
  kind: "substring",
};
const messageHitJson =
  `{"sequence":9,"chat_id":"boat","parent":4,"author":{"type":"system","kind":"workflow",` +
  `"label":"Nightly"},"excerpt":"…wet ropes…","score":450,"kind":"substring"}`;
const briefing = {
  viewerId: "scribe",
  deskId: "boat",
  deskName: "Boat",
  teammates: [{ id: "triage", label: "Triage", role: "sorts", description: null }],
  brevity: { messageChars: 600, window: 5 },
};
const briefingJson =
  `{"viewer_id":"scribe","desk_id":"boat","desk_name":"Boat","teammates":[{"id":"triage",` +
  `"label":"Triage","role":"sorts","description":null}],"brevity":{"message_chars":600,"window":5}}`;
const context = {
  threads: [line],
  pins: [pin],
  notes: [{ heading: "Weather", lines: ["gale"] }],
};
const contextJson = `{"threads":[${lineJson}],"pins":[${pinJson}],"notes":[{"heading":"Weather","lines":["gale"]}]}`;
const sessionMessage = { sequence: 4, author: nikos, content: "Ropes\nare wet" };
const sessionMessageJson = `{"sequence":4,"author":${nikosJson},"content":"Ropes\\nare wet"}`;

const FORMS: readonly Pinned[] = [
  { codec: wire.author, json: nikosJson, value: nikos },
  { codec: wire.author, json: `{"type":"operator"}`, value: { type: "operator" } },
  {
    codec: wire.message,
    json: `{"sequence":4,"chat_id":null,"parent":null,"author":${nikosJson},"content":"x","at":"noon","source_id":"9007199254740993"}`,
    value: {
      sequence: 4,
      chatId: null,
      parent: null,
      author: nikos,
      content: "x",
      at: "noon",
      sourceId: "9007199254740993",
    },
  },
  { codec: wire.sessionMessage, json: sessionMessageJson, value: sessionMessage },
  {
    codec: wire.conversation,
    json: `{"desk_id":"boat","desk_name":"Boat","thread_root":4}`,
    value: { deskId: "boat", deskName: "Boat", threadRoot: 4 },
  },
  { codec: wire.coverage, json: coverageJson, value: coverage },
  {
    codec: wire.searchPattern,
    json: `{"type":"regex","source":"^wet"}`,
    value: { type: "regex", source: "^wet" },
  },
  {
    codec: wire.searchQuery,
    json:
      `{"pattern":{"type":"text","query":"wet"},"scope":{"desk_id":"boat","desk_name":"Boat",` +
      `"thread_root":null},"author_id":"nikos","before":77,"limit":3}`,
    value: {
      pattern: { type: "text", query: "wet" },
      scope: { deskId: "boat", deskName: "Boat", threadRoot: null },
      authorId: "nikos",
      before: 77,
      limit: 3,
    },
  },
  {
    codec: wire.searchQuery,
    json: `{"pattern":{"type":"text","query":"wet"}}`,
    value: { pattern: { type: "text", query: "wet" } },
  },
  {
    codec: wire.textMatch,
    json: `{"kind":"word_prefix","score":612,"offset":3}`,
    value: match,
  },
  { codec: wire.hit, json: hitJson, value: hit },
  { codec: wire.messageHit, json: messageHitJson, value: messageHit },
  {
    codec: wire.searchResult,
    json: `{"hits":[${messageHitJson}],"coverage":${coverageJson}}`,
    value: { hits: [messageHit], coverage },
  },
  { codec: wire.threadLine, json: lineJson, value: line },
  {
    codec: wire.threadHit,
    json: `{"line":${lineJson},"score":850,"kind":"prefix"}`,
    value: { line, score: 850, kind: "prefix" },
  },
  { codec: wire.pin, json: pinJson, value: pin },
  {
    codec: wire.pinDirective,
    json: `{"sequence":7,"target":4,"author":${nikosJson},"action":"unpin","label":null,"note":"done"}`,
    value: {
      sequence: 7,
      target: 4,
      author: nikos,
      action: "unpin",
      label: null,
      note: "done",
    },
  },
  { codec: wire.sessionContext, json: contextJson, value: context },
  {
    codec: wire.contextNote,
    json: `{"heading":"Weather","lines":[]}`,
    value: { heading: "Weather", lines: [] },
  },
  { codec: wire.teamBriefing, json: briefingJson, value: briefing },
  {
    codec: wire.brevityPolicy,
    json: `{"message_chars":600,"window":30}`,
    value: { messageChars: 600, window: 30 },
  },
  {
    codec: wire.sessionQuery,
    json: `{"conversation":{"desk_id":"boat","desk_name":"Boat","thread_root":null},"before":null,"window":5}`,
    value: {
      conversation: { deskId: "boat", deskName: "Boat", threadRoot: null },
      before: null,
      window: 5,
    },
  },
  {
    codec: wire.searchOutput,
    json: `{"hits":[],"coverage":${coverageJson}}`,
    value: { hits: [], coverage },
  },
  {
    codec: wire.pinsOutput,
    json: `{"pins":[${pinJson}],"cut":2,"coverage":${coverageJson}}`,
    value: { pins: [pin], cut: 2, coverage },
  },
  {
    codec: wire.threadsOutput,
    json: `{"threads":[${lineJson}],"coverage":${coverageJson}}`,
    value: { threads: [line], coverage },
  },
  {
    codec: wire.threadsOutput,
    json: `{"hits":[{"line":${lineJson},"score":850,"kind":"prefix"}],"coverage":${coverageJson}}`,
    value: { hits: [{ line, score: 850, kind: "prefix" }], coverage },
  },
  {
    codec: wire.findOutput,
    json: `{"hits":[${hitJson}],"coverage":${coverageJson}}`,
    value: { hits: [hit], coverage },
  },
  {
    codec: wire.contextOutput,
    json:
      `{"briefing":${briefingJson},"context":${contextJson},"history":[${sessionMessageJson}],` +
      `"coverage":{"history":${coverageJson},"threads":${coverageJson},"pins":${coverageJson}}}`,
    value: {
      briefing,
      context,
      history: [sessionMessage],
      coverage: { history: coverage, threads: coverage, pins: coverage },
    },
  },
];

describe.each(FORMS)("$codec.name: $json", ({ codec, json, value }) => {
  it("is read as", () => {
    expect(codec.decode(JSON.parse(json))).toStrictEqual(value);
  });

  it("is written, key by key, as", () => {
    expect(JSON.stringify(codec.encode(value as never))).toBe(json);
  });

  it("leaves out keys that the form does not name", () => {
    const wider: unknown = { ...JSON.parse(json), later_addition: 1, __proto__: { odd: 1 } };
    expect(codec.decode(wider)).toStrictEqual(value);
  });
});

describe("older records", () => {
  it("decodes a context without pins", () => {
    const older = { threads: [], notes: [] };
    expect(wire.sessionContext.decode(older)).toStrictEqual({ threads: [], pins: [], notes: [] });
  });

  it("decodes a briefing without brevity", () => {
    const { brevity: _, ...older } = JSON.parse(briefingJson) as { brevity: unknown };
    const read = wire.teamBriefing.decode(older);
    expect(read.brevity).toStrictEqual({ messageChars: 600, window: 30 });
  });

  it("decodes a message without desk and parent", () => {
    const older = { sequence: 1, author: { type: "operator" }, content: "" };
    expect(wire.message.decode(older)).toStrictEqual({
      sequence: 1,
      chatId: null,
      parent: null,
      author: { type: "operator" },
      content: "",
    });
  });
});

describe("what is no such form", () => {
  const cases: readonly (readonly [string, AnyCodec, unknown, string])[] = [
    ["a hit of an unknown kind", wire.hit, { ...hit, kind: "fuzzy" }, "kind"],
    [
      "a sequence beyond 2^53-1",
      wire.messageHit,
      { ...JSON.parse(messageHitJson), sequence: 2 ** 53 },
      "sequence",
    ],
    [
      "a pin's author without an id",
      wire.sessionContext,
      {
        threads: [],
        notes: [],
        pins: [{ ...JSON.parse(pinJson), pinned_by: { type: "agent", label: "A" } }],
      },
      "pins.0.pinned_by.id",
    ],
    [
      "a desk that is a number",
      wire.searchQuery,
      {
        pattern: { type: "text", query: "" },
        scope: { desk_id: 4, desk_name: "", thread_root: null },
      },
      "scope.desk_id",
    ],
    ["camelCase on the wire", wire.coverage, { ...coverage }, "next_before"],
  ];

  it.each(cases)("names the place: %s", (_, codec, json, path) => {
    let thrown: unknown = null;
    try {
      codec.decode(json);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(wire.InvalidWireError);
    const { code, data } = thrown as wire.InvalidWireError;
    expect(code).toBe("invalid_wire");
    expect(data.issues.map((issue) => issue.path)).toContain(path);
    expect((thrown as Error).message).toContain(codec.name);
  });
});
