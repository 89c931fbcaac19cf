import { inspect } from "node:util";
import { expect, test } from "vitest";
import { rosterEntry, type RosterSnapshot } from "../../dist/speakers/roster/roster.js";
import { select, type SelectionContext } from "../../dist/speakers/selection/select.js";

const NADIA = rosterEntry("nadia", "Nadia", "actor:slack:canary");
const snapshot: RosterSnapshot = {
  id: "s1",
  route: "r",
  epoch: 3,
  entries: [NADIA, rosterEntry("twin", "A", "a"), rosterEntry("twin", "B", "b")],
  truncated: false,
};
const NOTHING = { source: "none", target: null };

test("a handle of the request's own snapshot is the one target", () => {
  const chosen = select({ handle: "nadia", only: true }, { snapshot, bound: snapshot });
  expect(chosen).toEqual({
    source: "explicit_roster",
    target: NADIA,
    unresolved: false,
    only: true,
  });
  expect(inspect(chosen) + JSON.stringify(chosen)).not.toContain("canary");
});

test.for<[string, SelectionContext]>([
  ["zoe", { snapshot }],
  ["Not A Handle!!", { snapshot }],
  ["", { snapshot }],
  ["Nadia", { snapshot }],
  ["twin", { snapshot }],
  ["nadia", { snapshot, bound: { id: "another", epoch: 3 } }],
  ["nadia", { snapshot, bound: { id: "s1", epoch: 2 } }],
  ["nadia", { snapshot: null }],
])("§9.2 17: %j does not hold", ([handle, context]) => {
  expect(select({ handle, only: false }, context)).toMatchObject({ ...NOTHING, unresolved: true });
  expect(select({ handle, only: true }, context)).toMatchObject({ ...NOTHING, unresolved: true });
});

test("§9.2 19: the user's own words choose him, unless a handle or a name does", () => {
  const asks = (requesterText: string, handle?: string): string =>
    select({ handle, only: false }, { snapshot, requesterText }).source;
  expect(asks("Which dose did I pick?")).toBe("requester_intent");
  expect(asks("Which dose did I tell Nadia?")).toBe("none");
  expect(asks("Overview of doses, please.")).toBe("none");
  expect(asks("Which dose did I pick?", "nadia")).toBe("explicit_roster");
  expect(asks("Which dose did I pick?", "zoe")).toBe("requester_intent");
  const without = { snapshot: null, requesterText: "what did I say to Nadia?" };
  expect(select({ only: false }, without).source).toBe("requester_intent");
});

test("words of a user never filter, and a filter without anybody has no target", () => {
  const context = { snapshot, requesterText: "what did I say?" };
  expect(select({ only: true }, context)).toEqual({ ...NOTHING, unresolved: false, only: true });
});
