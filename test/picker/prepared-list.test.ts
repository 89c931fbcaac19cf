import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCore, InvalidArgumentError, type Candidate, type Hit } from "../../dist/index.js";
import { checkGroups, type AskedCandidates, type PickerGroup } from "../../dist/picker/group.js";
import type { OptionList, PickerOption } from "../../dist/picker/option.js";
import { PreparedList } from "../../dist/picker/prepared-list.js";

const never = new AbortController().signal;

function all(options: OptionList): PickerOption[] {
  return Array.from({ length: options.length }, (_, index) => options.at(index)!);
}

/** A list that answers as a worker does, when it is let. */
function held(): {
  readonly list: AskedCandidates & { candidates: readonly Candidate[] };
  readonly answer: (hits: Hit[]) => void;
} {
  const waiting: ((hits: Hit[]) => void)[] = [];
  const list = {
    candidates: [] as readonly Candidate[],
    query: () => new Promise<Hit[]>((resolve) => waiting.push(resolve)),
  };
  return { list, answer: (hits) => waiting.shift()?.(hits) };
}

const TIDE: Hit = { id: "1", label: "t", field: "label", kind: "exact", score: 1100, offset: 0 };

describe("a list that is ranked elsewhere", () => {
  test("finds the candidate of each hit, equal ids and labels included", async () => {
    const core = await createCore();
    const field = fc.string({ unit: fc.constantFrom("a", "b", " ", "é"), maxLength: 4 });
    const candidate: fc.Arbitrary<Candidate> = fc.record({
      id: fc.constantFrom("a", "b", "x"),
      label: field,
      detail: fc.oneof(fc.constant(null), field),
    });
    const lists = fc.array(candidate, { maxLength: 12 });
    const property = fc.asyncProperty(lists, field, fc.nat(6), async (list, query, limit) => {
      const list2 = new PreparedList({
        candidates: list,
        query: async (text, most) => core.rank(text, list, most),
      });
      const ranked = await list2.rank({ query, limit, signal: never }, () => core);
      const found = all(ranked!.options);
      expect(found.map(({ hit }) => hit)).toEqual(core.rank(query, list, limit));
      expect(ranked!.more).toBe(core.rank(query, list, Infinity).length > limit);
      for (const { item, hit } of found) expect(core.rank(query, [item], 1)).toEqual([hit]);
      expect(new Set(found.map(({ item }) => item)).size).toBe(found.length);
    });
    await fc.assert(property, { seed: 20261130, numRuns: 300 });
  });

  test("needs no core where no id stands twice", async () => {
    const { list, answer } = held();
    const first = { id: "1", label: "t" };
    list.candidates = [first];
    const core = (): never => {
      throw new Error("asked for a core");
    };
    const one = new PreparedList(list).rank({ query: "t", limit: 8, signal: never }, core);
    answer([TIDE]);
    expect(all((await one)!.options)).toMatchObject([{ id: "1", occurrence: 0, hit: TIDE }]);
    list.candidates = [first, { id: "1", label: "u" }];
    const two = new PreparedList(list).rank({ query: "t", limit: 8, signal: never }, core);
    answer([TIDE]);
    await expect(two).rejects.toThrow("asked for a core");
  });

  test("answers from the list as it is when the answer comes", async () => {
    const { list, answer } = held();
    const prepared = new PreparedList(list);
    const core = await createCore();
    const ranked = prepared.rank({ query: "t", limit: 8, signal: never }, () => core);
    list.candidates = [{ id: "1", label: "t" }];
    answer([TIDE]);
    expect(all((await ranked)!.options).map(({ item }) => item)).toEqual(list.candidates);
    expect(all(prepared.listing())).toHaveLength(1);
  });

  test("gives no answer to a question that was given up", async () => {
    const { list, answer } = held();
    list.candidates = [{ id: "1", label: "t" }];
    const controller = new AbortController();
    const { signal } = controller;
    const core = await createCore();
    const ranked = new PreparedList(list).rank({ query: "t", limit: 8, signal }, () => core);
    controller.abort();
    answer([TIDE]);
    expect(await ranked).toBeNull();
  });
});

test("a group has candidates, a prepared list or a source, and one of them only", () => {
  const { list } = held();
  const name = { id: "g", heading: "" };
  const source = async (): Promise<[]> => [];
  expect(() => checkGroups([{ ...name, prepared: list }])).not.toThrow();
  const bad: object[] = [
    {},
    { prepared: {} },
    { prepared: null },
    { prepared: list, source },
    { prepared: list, candidates: [] },
  ];
  for (const group of bad)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a page without types may set
    expect(() => checkGroups([{ ...name, ...group } as PickerGroup])).toThrow(InvalidArgumentError);
});
