import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyAction } from "../../dist/picker/keys.js";
import { optionsOf } from "../../dist/picker/option.js";
import { optionAt } from "../../dist/picker/place.js";
import {
  INITIAL_STATE,
  reduce,
  type PickerEvent,
  type PickerState,
} from "../../dist/picker/state.js";
import { labels } from "./support.js";

const GROUP = fc.constantFrom("people", "desks", "people", "desks", "messages", "gone");
const TEXT = fc.constantFrom("", " ", "a", "ab", "b");
const INDEX = fc.integer({ min: -1, max: 5 });
const PLACE = fc.record({ group: GROUP, index: INDEX });
const ITEMS = fc.array(
  fc.record({ id: fc.constantFrom("1", "2", "3"), label: fc.constantFrom("x", "y") }),
  { minLength: 1, maxLength: 4 },
);
const NAMED = fc
  .uniqueArray(fc.constantFrom("people", "desks", "messages"))
  .map((ids) => ids.map((id) => ({ id, heading: id })));
const MOVE = fc.oneof(
  fc.record({ to: fc.constantFrom("next" as const, "previous", "first", "last") }),
  fc.record({
    to: fc.constantFrom("page_down" as const, "page_up"),
    rows: fc.integer({ min: 1, max: 9 }),
  }),
);

/** What happens to a picker; `age` is how many questions old an answer is. */
type Step =
  | { readonly event: PickerEvent }
  | {
      readonly age: number;
      readonly group: string;
      readonly items: { id: string; label: string }[];
    }
  | { readonly age: number; readonly group: string; readonly problem: string }
  | { readonly key: string; readonly modifier: "alt" | "shift" | "none" };

const AGE = fc.constantFrom(0, 0, 0, 0, 1, 2);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: TEXT }).map((event) => ({ event })),
  fc.record({ type: fc.constant("groups" as const), groups: NAMED }).map((event) => ({ event })),
  fc
    .record({
      type: fc.constant("open" as const),
      intent: fc.constantFrom("none" as const, "first", "last"),
    })
    .map((event) => ({ event })),
  fc
    .constantFrom<PickerEvent>(
      { type: "close" },
      { type: "clear" },
      { type: "compose" },
      { type: "composed", text: "ab" },
      { type: "select", selection: null },
      { type: "disable", disabled: true },
      { type: "disable", disabled: false },
    )
    .map((event) => ({ event })),
  fc.record({ type: fc.constant("move" as const), move: MOVE }).map((event) => ({ event })),
  fc
    .record({ type: fc.constantFrom("point" as const, "choose" as const), place: PLACE })
    .map((event) => ({ event })),
  { arbitrary: fc.record({ age: AGE, group: GROUP, items: ITEMS }), weight: 8 },
  fc.record({ age: AGE, group: GROUP, problem: fc.constant("broken") }),
  fc.record({
    key: fc.constantFrom(
      "ArrowDown",
      "ArrowUp",
      "Home",
      "End",
      "PageUp",
      "PageDown",
      "Enter",
      "Escape",
      "Tab",
      "a",
    ),
    modifier: fc.constantFrom("none" as const, "none", "alt", "shift"),
  }),
);

function eventsOf(state: PickerState, step: Step): readonly PickerEvent[] {
  if ("event" in step) return [step.event];
  if ("key" in step) {
    const [alt, shift] = [step.modifier === "alt", step.modifier === "shift"];
    const press = { key: step.key, alt, shift, command: false, composing: false };
    return keyAction(state, { ...press, pageRows: 3, tabChooses: true }) ?? [];
  }
  const { group } = step;
  const request = state.request - step.age;
  if ("problem" in step) return [{ type: "failure", request, group, problem: step.problem }];
  return [
    { type: "answer", answer: { request, group, options: optionsOf(step.items), more: false } },
  ];
}

/** Groups are there from the start, so that most runs have something to answer. */
const START: PickerEvent = {
  type: "groups",
  groups: ["people", "desks", "messages"].map((id) => ({ id, heading: id })),
};

function check(
  property: (before: PickerState, event: PickerEvent, after: PickerState) => void,
): void {
  fc.assert(
    fc.property(fc.array(STEP, { minLength: 1, maxLength: 30, size: "max" }), (steps) => {
      let state = reduce(INITIAL_STATE, START);
      for (const step of steps)
        for (const event of eventsOf(state, step)) {
          const next = reduce(state, event);
          property(state, event, next);
          state = next;
        }
    }),
    { seed: 20261130, numRuns: 2000 },
  );
}

describe("whatever happens to a picker", () => {
  test("the active option is there, by its place and by its id, or there is none", () => {
    let active = 0;
    check((_, __, state) => {
      if (state.active === null) return;
      active++;
      const option = optionAt(state.groups, state.active);
      expect(option).toMatchObject({ id: state.active.id, occurrence: state.active.occurrence });
    });
    expect(active).toBeGreaterThan(1000);
  });

  test("a late answer or failure changes nothing at all", () => {
    let late = 0;
    check((before, event, state) => {
      const request =
        event.type === "answer"
          ? event.answer.request
          : event.type === "failure"
            ? event.request
            : null;
      if (request === null || (before.open && request === before.request)) return;
      late++;
      expect(state).toBe(before);
    });
    expect(late).toBeGreaterThan(1000);
  });

  test("a closed list has no options, no active one, and waits for nothing", () => {
    check((_, __, state) => {
      if (state.open) return;
      expect(state.active).toBeNull();
      expect(labels(state)).toEqual([]);
      expect(state.groups.every(({ status }) => status === "idle")).toBe(true);
    });
  });

  test("questions are counted up, and an open list always has one", () => {
    check((before, _, state) => {
      expect(state.request).toBeGreaterThanOrEqual(before.request);
      if (state.open && (!before.open || state.text !== before.text))
        expect(state.request).toBeGreaterThan(before.request);
    });
  });

  test("a disabled picker is closed", () => {
    check((_, __, state) => expect(state.disabled && state.open).toBe(false));
  });

  test("a selection is what the text shows", () => {
    check((_, __, state) => {
      if (state.selection !== null) expect(state.text).toBe(state.selection.label);
    });
  });

  test("only answers, failures and groups change what a list shows; the rest keep it or close it", () => {
    check((before, event, state) => {
      if (["answer", "failure", "groups"].includes(event.type) || !state.open || !before.open)
        return;
      expect(labels(state)).toEqual(labels(before));
    });
  });
});
