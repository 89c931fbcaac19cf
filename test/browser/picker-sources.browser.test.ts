import { afterEach, describe, expect, test, vi } from "vitest";
import type { PickerItem, PickerSource } from "../../dist/picker/index.js";
import {
  activeOf,
  heard,
  inputOf,
  labelsOf,
  mount,
  part,
  PEOPLE,
  press,
  settled,
  statusOf,
  type,
  unmountAll,
} from "./picker-support.js";

afterEach(unmountAll);

describe("sources", () => {
  /** A source whose answers come when the test says so. */
  function held() {
    const calls: {
      query: string;
      signal: AbortSignal;
      resolve(items: PickerItem[]): void;
      reject(error: Error): void;
    }[] = [];
    const source: PickerSource = (query, { signal }) =>
      new Promise((resolve, reject) => {
        calls.push({ query, signal, resolve, reject });
      });
    return { calls, source };
  }

  const item = (label: string): PickerItem => ({ id: label, label });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

  test("late answers and late failures are dropped, and their requests given up", async () => {
    const { calls, source } = held();
    const picker = mount([{ id: "s", heading: "S", source }]);
    const errors = heard(picker, "backread-error");
    inputOf(picker).focus();
    await press("abc");
    expect(calls.map(({ query, signal }) => [query, signal.aborted])).toEqual([
      ["a", true],
      ["ab", true],
      ["abc", false],
    ]);
    calls.at(0)!.resolve([item("late a")]);
    calls.at(1)!.reject(new Error("late failure"));
    await turn();
    expect(labelsOf(picker)).toEqual([]);
    expect(statusOf(picker)).toBe("Searching…");
    calls.at(2)!.resolve([item("abc now")]);
    await settled(picker);
    expect(labelsOf(picker)).toEqual(["abc now"]);
    calls.at(0)!.resolve([item("later still")]);
    await turn();
    expect(labelsOf(picker)).toEqual(["abc now"]);
    expect(errors).toEqual([]);
  });

  test("answers shown stay until the next come, and are not taken by Enter unasked", async () => {
    const { calls, source } = held();
    const picker = mount([{ id: "s", heading: "S", source }]);
    const chosen = heard(picker, "backread-select");
    inputOf(picker).focus();
    await press("a");
    calls.at(0)!.resolve([item("old")]);
    await settled(picker);
    await press("b");
    expect(labelsOf(picker)).toEqual(["old"]);
    expect(activeOf(picker)).toBeNull();
    await press("{Enter}");
    expect(chosen).toEqual([]);
  });

  test("a failure is shown, said and told; the next question tries again", async () => {
    const cause = new Error("the worker stopped");
    const source = vi
      .fn<PickerSource>()
      .mockRejectedValueOnce(cause)
      .mockResolvedValue([item("fine")]);
    const picker = mount([{ id: "s", heading: "Messages", source }, PEOPLE]);
    const errors = heard<{ group: string; error: unknown }>(picker, "backread-error");
    await type(picker, "s");
    // The click that came first has asked for the whole list.
    expect(errors).toEqual([{ group: "s", error: cause }]);
    picker.close();
    source.mockRejectedValueOnce(cause);
    await type(picker, "a");
    expect(part(picker, ".note.problem").textContent).toBe("Not searched: the worker stopped");
    expect(statusOf(picker)).toContain("Messages not searched: the worker stopped");
    expect(labelsOf(picker)).toContain("Sam Lee");
    await type(picker, "m");
    expect(part(picker, ".note.problem")).toBeNull();
    expect(labelsOf(picker)[0]).toBe("fine");
  });

  test.each([
    [
      "throws at once",
      () => {
        throw new Error("at once");
      },
      "at once",
    ],
    [
      "answers with no list",
      async () => "text",
      "source must answer with items of an id and a label",
    ],
    [
      "answers with no items",
      async () => [{ id: 1 }],
      "source must answer with items of an id and a label",
    ],
  ])("one that %s is a failure like any other", async (_, source, reason) => {
    const picker = mount([{ id: "s", heading: "S", source: source as unknown as PickerSource }]);
    await type(picker, "a");
    expect(part(picker, ".note.problem").textContent).toBe(`Not searched: ${reason}`);
  });

  test("a list that cannot be packed is a failure too", async () => {
    const candidates = [{ id: "1", label: "x".repeat(70_000) }];
    const picker = mount([{ id: "s", heading: "S", candidates }]);
    const errors = heard<{ error: { code: string } }>(picker, "backread-error");
    await type(picker, "x");
    expect(errors.map(({ error }) => error.code)).toEqual(["candidate_too_large"]);
  });
});
