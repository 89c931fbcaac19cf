import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  freeHandle,
  handleBase,
  isHandle,
  MAX_HANDLE_BASE,
  MAX_HANDLE_LENGTH,
  rankedHandle,
  RESERVED_HANDLES,
} from "../../dist/speakers/handle/handle.js";

describe("what a label gives to a handle", () => {
  test.for([
    ["Sania Khan", "sania_khan"],
    ["9lives", "lives"],
    ['"],"evil"', "evil"],
    ["J.-P. _Doe", "j_p_doe"],
    ["Straße", "strasse"],
    ["a".repeat(40), "a".repeat(MAX_HANDLE_BASE)],
    // The seed's system has `user` here, which is a reserved word of ours.
    ["馬克", "guest"],
    ["Assistant", "guest"],
    ["USER", "guest"],
    ["Requester", "guest"],
    ["you", "guest"],
    ["Anyone", "guest"],
    ["", "guest"],
  ] as const)("%j", ([label, base]) => {
    expect(handleBase(label)).toBe(base);
  });

  test("is a handle, whatever the label and the rank", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.integer({ min: 1, max: 1e6 }),
        (label, rank) => {
          expect(isHandle(rankedHandle(handleBase(label), rank))).toBe(true);
        },
      ),
    );
  });
});

test("ranks: the lowest that is free, and the base gives way to it", () => {
  expect(freeHandle("alex", new Set())).toBe("alex");
  expect(freeHandle("alex", new Set(["alex", "alex.3"]))).toBe("alex.2");
  const long = "b".repeat(MAX_HANDLE_LENGTH);
  expect(rankedHandle(long, 12)).toBe(`${"b".repeat(MAX_HANDLE_LENGTH - 3)}.12`);
});

test.for([
  "no name",
  "Alex",
  "9lives",
  "alex\n",
  "a".repeat(MAX_HANDLE_LENGTH + 1),
  "alex.",
  "alex.2.3",
  "álex",
  "",
  ...RESERVED_HANDLES,
])("%j is no handle", (text) => {
  expect(isHandle(text)).toBe(false);
});
