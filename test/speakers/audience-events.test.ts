import { describe, expect, it } from "vitest";
import {
  afterChange,
  amongLater,
  byTime,
  type MembershipChange,
} from "../../dist/speakers/audience-events.js";
import type { Audience } from "../../dist/speakers/audience.js";
import * as fc from "fast-check";

const NAMESPACE = { type: "slack", name: "acme" };

function members(...readers: string[]): Audience {
  return { kind: "members", namespace: NAMESPACE, readers };
}

function change(
  kind: MembershipChange["kind"],
  at: number,
  readers: readonly string[],
  seesHistory = false,
): MembershipChange {
  return { kind, at, readers, seesHistory };
}

function readersOf(audience: Audience): readonly string[] | string {
  return audience.kind === "members" ? audience.readers : audience.kind;
}

describe("a change of membership", () => {
  it.each([
    ["a departure takes a reader out", members("a", "b"), change("leave", 1, ["b"]), ["a"]],
    ["a departure of a stranger does nothing", members("a"), change("leave", 1, ["z"]), ["a"]],
    ["a departure from a public room does nothing", PUBLIC(), change("leave", 1, ["a"]), "public"],
    [
      "a restriction is an intersection",
      members("a", "b"),
      change("restrict", 1, ["b", "c"]),
      ["b"],
    ],
    ["a restriction closes a public room", PUBLIC(), change("restrict", 1, ["c", "b"]), ["b", "c"]],
    ["a restriction closes a workspace", WORKSPACE(), change("restrict", 1, ["b"]), ["b"]],
    ["a join that shows history widens", members("a"), change("join", 1, ["b"], true), ["a", "b"]],
    ["a join that shows none does not", members("a"), change("join", 1, ["b"]), ["a"]],
    ["a join of a public room does nothing", PUBLIC(), change("join", 1, ["b"], true), "public"],
  ])("%s", (_, audience, event, readers) => {
    expect(readersOf(afterChange(audience, event, NAMESPACE))).toEqual(readers);
  });

  it("ends a direct conversation: one of two must not become the one that a link carries", () => {
    const direct: Audience = {
      kind: "members",
      namespace: NAMESPACE,
      readers: ["a", "b"],
      direct: true,
    };
    const left = afterChange(direct, change("leave", 1, ["b"]), NAMESPACE);
    expect(left).toMatchObject({ readers: ["a"], direct: false });
    expect(afterChange(direct, change("leave", 1, ["z"]), NAMESPACE)).toBe(direct);
  });
});

function PUBLIC(): Audience {
  return { kind: "public" };
}

function WORKSPACE(): Audience {
  return { kind: "workspace", namespace: NAMESPACE };
}

const READER = fc.constantFrom("a", "b", "c");
const CHANGE: fc.Arbitrary<MembershipChange> = fc.oneof(
  fc.record({
    kind: fc.constant("leave" as const),
    at: fc.nat(9),
    readers: fc.tuple(READER),
    seesHistory: fc.constant(false),
  }),
  fc.record({
    kind: fc.constant("join" as const),
    at: fc.nat(9),
    readers: fc.tuple(READER),
    seesHistory: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("restrict" as const),
    at: fc.nat(9),
    readers: fc.uniqueArray(READER),
    seesHistory: fc.constant(false),
  }),
);

describe("changes that arrive in any order", () => {
  it("end as in order of time", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(READER),
        fc.array(CHANGE, { maxLength: 6 }),
        (readers, changes) => {
          const first = members(...readers.sort());
          const inOrder = [...changes]
            .sort(byTime)
            .reduce((audience, next) => afterChange(audience, next, NAMESPACE), first);
          const arrived = changes.reduce(
            (audience, next, index) =>
              afterChange(audience, amongLater(next, changes.slice(0, index)), NAMESPACE),
            first,
          );
          expect(readersOf(arrived)).toEqual(readersOf(inOrder));
        },
      ),
      { seed: 20_261_130, numRuns: 2_000 },
    );
  });
});
