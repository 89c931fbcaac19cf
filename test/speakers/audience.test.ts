import { describe, expect, test } from "vitest";
import {
  audienceAllows,
  audienceSetAllows,
  isWider,
  type Audience,
  type Namespace,
  type Origin,
} from "../../dist/speakers/audience.js";

const SLACK: Namespace = { type: "slack", name: "acme" };
const CORP: Namespace = { type: "slack", name: "acme-corp" };
const DISCORD: Namespace = { type: "discord", name: "acme" };

const PUBLIC: Audience = { kind: "public" };
const WORKSPACE: Audience = { kind: "workspace", namespace: SLACK };
const SHARED: Audience = { kind: "workspace", namespace: SLACK, external: true };
const members = (...readers: string[]): Audience => ({
  kind: "members",
  namespace: SLACK,
  readers,
});
const direct = (reader: string, namespace: Namespace = SLACK): Audience => ({
  kind: "members",
  namespace,
  readers: [reader],
  direct: true,
});
const guest: Audience = { ...members("u1", "g1"), external: true } as Audience;

function allows(audience: Audience | null, to: Audience, linked = false): boolean {
  const origin: Origin | null = audience && { audience, conversation: "there" };
  return audienceAllows(origin, { audience: to, conversation: "here" }, () => linked);
}

describe("the table of audiences", () => {
  const origins = {
    public: PUBLIC,
    workspace: WORKSPACE,
    members: members("u1", "u2"),
    none: null,
  };
  const destinations: Readonly<Record<string, Audience>> = {
    public: PUBLIC,
    workspace: WORKSPACE,
    "shared workspace": SHARED,
    "some of its readers": members("u1"),
    "its readers": members("u2", "u1"),
    "other readers": members("u1", "u3"),
    "a reader and a guest": guest,
    "another workspace": { kind: "workspace", namespace: CORP },
    "equal readers elsewhere": { kind: "members", namespace: DISCORD, readers: ["u1"] },
  };
  const expected: Readonly<Record<keyof typeof origins, readonly string[]>> = {
    public: Object.keys(destinations),
    workspace: ["workspace", "some of its readers", "its readers", "other readers"],
    members: ["some of its readers", "its readers"],
    none: [],
  };
  for (const [name, origin] of Object.entries(origins))
    for (const [to, destination] of Object.entries(destinations)) {
      const wanted = expected[name as keyof typeof origins].includes(to);
      test(`${name} ${wanted ? "reaches" : "does not reach"} ${to}`, () => {
        expect(allows(origin, destination)).toBe(wanted);
      });
    }

  test("nothing reaches a place without readers", () => {
    for (const origin of Object.values(origins)) expect(allows(origin, members())).toBe(false);
  });
});

describe("the table of a Slack install", () => {
  const own = direct("u1");
  const other = direct("u2");
  const privately = members("u1", "u3");
  const rows: readonly (readonly [string, Audience, Readonly<Record<string, boolean>>])[] = [
    ["a public channel", WORKSPACE, { own: true, other: true, public: true, private: true }],
    [
      "that person's DM with the agent",
      own,
      { own: true, other: false, public: false, private: false },
    ],
    [
      "a private channel the asker is in",
      privately,
      { own: true, other: false, public: false, private: true },
    ],
  ];
  const places: Readonly<Record<string, Audience>> = {
    own,
    other,
    public: WORKSPACE,
    private: privately,
  };
  for (const [name, origin, answers] of rows)
    for (const [place, wanted] of Object.entries(answers))
      test(`${name}, asked in ${place}: ${wanted ? "yes" : "no"}`, () => {
        expect(allows(origin, places[place] ?? PUBLIC)).toBe(wanted);
      });

  test("a private channel reaches another person's DM if that person is in it too", () => {
    expect(allows(privately, direct("u3"))).toBe(true);
  });

  test("a private channel reaches another one only if every reader there is a member", () => {
    expect(allows(privately, members("u3"))).toBe(true);
    expect(allows(privately, members("u3", "u4"))).toBe(false);
  });
});

describe("identity links", () => {
  test("carry a direct row of one reader to a direct conversation of one reader elsewhere", () => {
    expect(allows(direct("u1"), direct("u7", DISCORD), true)).toBe(true);
    expect(allows(direct("u1"), direct("u7", DISCORD), false)).toBe(false);
  });

  test.each<[string, Audience, Audience]>([
    ["a group", members("u1"), direct("u7", DISCORD)],
    ["two readers", { ...members("u1", "u2"), direct: true } as Audience, direct("u7", DISCORD)],
    ["a workspace", WORKSPACE, direct("u7", DISCORD)],
    ["into a group", direct("u1"), { kind: "members", namespace: DISCORD, readers: ["u7"] }],
    ["into a workspace", direct("u1"), { kind: "workspace", namespace: DISCORD }],
    ["to another account of the same namespace", direct("u1"), direct("u2")],
  ])("give nothing to %s", (_, origin, to) => {
    expect(allows(origin, to, true)).toBe(false);
  });

  test("give nothing to a row that is confined to its conversation", () => {
    const origin = { audience: direct("u1"), conversation: "there", conversationOnly: true };
    const destination = { audience: direct("u7", DISCORD), conversation: "there" };
    expect(audienceAllows(origin, destination, () => true)).toBe(false);
  });
});

test("a confined row is shown in its conversation alone", () => {
  const origin = { audience: PUBLIC, conversation: "there", conversationOnly: true };
  expect(audienceAllows(origin, { audience: PUBLIC, conversation: "there" })).toBe(true);
  expect(audienceAllows(origin, { audience: PUBLIC, conversation: "here" })).toBe(false);
});

describe("a set of audiences", () => {
  const at = (audience: Audience): Origin => ({ audience, conversation: "there" });
  const to = (audience: Audience): { audience: Audience; conversation: string } => ({
    audience,
    conversation: "here",
  });

  test("{u1,u2} and {u1,u3} are not {u1}", () => {
    const set = [at(members("u1", "u2")), at(members("u1", "u3")), at(direct("u1"))];
    expect(audienceSetAllows(set, to(direct("u1")))).toBe(true);
    expect(audienceSetAllows(set, to(direct("u7", DISCORD)), () => true)).toBe(false);
  });

  test("of a workspace and of members needs both", () => {
    const set = [at(WORKSPACE), at(members("u1", "g1"))];
    expect(audienceSetAllows(set, to(members("u1")))).toBe(true);
    expect(audienceSetAllows(set, to(WORKSPACE))).toBe(false);
    expect(audienceSetAllows(set, to(guest))).toBe(false);
  });

  test("that is empty, or has a row without evidence, allows nobody", () => {
    expect(audienceSetAllows([], to(members("u1")))).toBe(false);
    expect(audienceSetAllows([at(PUBLIC), null], to(members("u1")))).toBe(false);
  });
});

describe("wider", () => {
  test.each<[string, Audience, Audience, boolean]>([
    ["anyone than a workspace", PUBLIC, WORKSPACE, true],
    ["a workspace than anyone", WORKSPACE, PUBLIC, false],
    ["a shared workspace than one that is not", SHARED, WORKSPACE, true],
    ["a workspace than its members", WORKSPACE, members("u1"), true],
    ["members than their workspace", members("u1"), WORKSPACE, false],
    ["members with a guest than their workspace", guest, WORKSPACE, true],
    ["more members", members("u1", "u2"), members("u1"), true],
    ["fewer members", members("u1"), members("u1", "u2"), false],
    ["equal readers of another namespace", direct("u1", DISCORD), direct("u1"), true],
  ])("%s", (_, left, right, wanted) => {
    expect(isWider(left, right)).toBe(wanted);
  });
});
