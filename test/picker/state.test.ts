import { describe, expect, test } from "vitest";
import { optionsOf } from "../../dist/picker/option.js";
import { INITIAL_STATE, questionOf, reduce, type PickerState } from "../../dist/picker/state.js";
import { ENGLISH, statusOf } from "../../dist/picker/words.js";
import { after, answer, GROUPS, labels, listed, options, followed } from "./support.js";

function activeLabel({ active, groups }: PickerState): string | null {
  if (active === null) return null;
  return groups.find(({ id }) => id === active.group)?.options.at(active.index)?.item.label ?? "?";
}

describe("opening and typing", () => {
  test("typing opens the list, asks anew and makes the first option active", () => {
    const state = listed();
    expect(state).toMatchObject({ open: true, text: "a", request: 1 });
    expect(activeLabel(state)).toBe("ada");
    expect(followed(state, { type: "text", text: "at" }).request).toBe(2);
  });

  test("the same text is no new question", () => {
    const state = listed();
    expect(reduce(state, { type: "text", text: "a" })).toBe(state);
  });

  test.each(["", "  ", "\u0085"])("nothing is active by itself for the blank query %j", (text) => {
    let state = after(GROUPS, { type: "text", text: "x" }, { type: "text", text });
    state = answer(state, "people", options("ada"));
    expect(state).toMatchObject({ open: true, active: null });
  });

  test.each([
    ["first", "ada"],
    ["last", "atrium"],
    ["none", null],
  ] as const)("opening for the %s option waits for it", (intent, label) => {
    let state = after(GROUPS, { type: "open", intent });
    expect(state.active).toBeNull();
    state = answer(state, "people", options("ada", "alan"));
    expect(activeLabel(state)).toBe(intent === "first" ? "ada" : null);
    state = answer(answer(state, "messages", options()), "desks", options("atrium"));
    expect(activeLabel(state)).toBe(label);
  });

  test("a group that answers later does not take the active option away", () => {
    let state = after(GROUPS, { type: "text", text: "a" });
    state = answer(state, "messages", options("a word"));
    expect(activeLabel(state)).toBe("a word");
    state = answer(state, "people", options("ada"));
    expect(activeLabel(state)).toBe("a word");
    expect(labels(state)).toEqual(["ada", "a word"]);
  });

  test("what answered the query before stays in sight, but is not made active", () => {
    const state = followed(listed(), { type: "text", text: "al" });
    expect(labels(state)).toEqual(labels(listed()));
    expect(state.active).toBeNull();
    expect(activeLabel(answer(state, "desks", options("alcove")))).toBe("alcove");
  });
});

describe("late answers", () => {
  test.each(["answer", "failure"] as const)("a late %s changes nothing", (type) => {
    const state = followed(listed(), { type: "text", text: "al" });
    const late = state.request - 1;
    const next =
      type === "answer"
        ? answer(state, "people", options("late"), late)
        : reduce(state, { type, request: late, group: "people", problem: "late" });
    expect(next).toBe(state);
  });

  test("an answer to a list that was closed changes nothing, even once it is open again", () => {
    const asked = after(GROUPS, { type: "text", text: "a" });
    const closed = reduce(asked, { type: "close" });
    expect(answer(closed, "people", options("late"), asked.request)).toBe(closed);
    const reopened = reduce(closed, { type: "open", intent: "none" });
    expect(answer(reopened, "people", options("late"), asked.request)).toBe(reopened);
    expect(reopened.request).toBeGreaterThan(asked.request);
  });

  test("an answer of a group that is gone changes no list", () => {
    const state = reduce(listed(), { type: "groups", groups: [{ id: "desks", heading: "Desks" }] });
    expect(labels(answer(state, "people", options("late")))).toEqual(["atrium"]);
  });
});

describe("groups", () => {
  test("one that fails says why and leaves the others alone", () => {
    const state = reduce(listed(), {
      type: "failure",
      request: 1,
      group: "messages",
      problem: "no worker",
    });
    expect(labels(state)).toEqual(["ada", "alan", "atrium"]);
    expect(state.groups.map(({ status, problem }) => [status, problem])).toEqual([
      ["ready", null],
      ["ready", null],
      ["failed", "no worker"],
    ]);
    const again = followed(state, { type: "text", text: "al" });
    expect(again.groups[2]).toMatchObject({ status: "loading", problem: null });
  });

  test("new groups ask an open list anew; the active option is followed by its id", () => {
    let state = followed(listed(), { type: "move", move: { to: "next" } });
    expect(activeLabel(state)).toBe("alan");
    state = reduce(state, GROUPS);
    expect(state.request).toBe(2);
    state = answer(state, "people", options("abel", "ada", "alan"));
    expect(activeLabel(state)).toBe("alan");
    expect(state.active?.index).toBe(2);
    state = answer(state, "people", options("abel"));
    expect(activeLabel(state)).toBe("abel");
  });

  test("new groups ask nothing while the list is closed", () => {
    expect(after(GROUPS)).toMatchObject({ open: false, request: 0 });
  });

  test("of options with one id, the one that was active stays it", () => {
    const twins = optionsOf([
      { id: "t", label: "one" },
      { id: "t", label: "two" },
    ]);
    let state = answer(after(GROUPS, { type: "text", text: "a" }), "people", twins);
    state = reduce(state, { type: "move", move: { to: "next" } });
    expect(activeLabel(answer(state, "people", twins))).toBe("two");
  });
});

describe("choosing", () => {
  test("takes the label for the text, the id for the value, and closes", () => {
    const state = reduce(listed(), { type: "choose" });
    expect(state).toMatchObject({
      open: false,
      text: "ada",
      selection: { group: "people", id: "id-ada", label: "ada" },
      choice: { group: "people", index: 0 },
      active: null,
    });
    expect(labels(state)).toEqual([]);
  });

  test("nothing is chosen where nothing is active, or nothing stands", () => {
    const idle = answer(after(GROUPS, { type: "open", intent: "none" }), "people", options("ada"));
    expect(reduce(idle, { type: "choose" })).toBe(idle);
    const place = { group: "people", index: 7 };
    expect(reduce(idle, { type: "choose", place })).toBe(idle);
  });

  test("the same option twice is two choices", () => {
    const first = reduce(listed(), { type: "choose" });
    let second = reduce(first, { type: "open", intent: "none" });
    second = answer(second, "people", options("ada"));
    second = reduce(second, { type: "choose", place: { group: "people", index: 0 } });
    expect(second.choice).not.toBe(first.choice);
  });

  test("a chosen label is no query; editing it forgets the choice", () => {
    const state = followed(listed(), { type: "choose" }, { type: "open", intent: "none" });
    expect(questionOf(state)).toBe("");
    const edited = reduce(state, { type: "text", text: "ad" });
    expect(edited.selection).toBeNull();
    expect(questionOf(edited)).toBe("ad");
  });

  test("a selection from outside is shown and is no choice", () => {
    const selection = { group: "people", id: "x", label: "Xenia" };
    const state = reduce(listed(), { type: "select", selection });
    expect(state).toMatchObject({ text: "Xenia", selection, choice: null, open: false });
    expect(reduce(state, { type: "select", selection: null })).toMatchObject({ text: "" });
  });
});

describe("input methods and disabling", () => {
  test("composed text is a query only when it is done", () => {
    const composing = after(GROUPS, { type: "compose" }, { type: "text", text: "に" });
    expect(composing).toMatchObject({ text: "", open: false, request: 0 });
    const done = reduce(composing, { type: "composed", text: "日本" });
    expect(done).toMatchObject({ text: "日本", open: true, request: 1, composing: false });
    expect(reduce(done, { type: "text", text: "日本" })).toBe(done);
  });

  test("a disabled picker closes, and neither opens nor takes text", () => {
    const state = reduce(listed(), { type: "disable", disabled: true });
    expect(state).toMatchObject({ open: false, disabled: true });
    expect(reduce(state, { type: "open", intent: "first" })).toBe(state);
    expect(reduce(state, { type: "text", text: "z" })).toBe(state);
    expect(reduce(state, { type: "disable", disabled: false }).disabled).toBe(false);
  });

  test("clearing empties the text and the selection and asks an open list for everything", () => {
    const state = reduce(listed(), { type: "clear" });
    expect(state).toMatchObject({ text: "", selection: null, open: true, request: 2 });
    expect(reduce(INITIAL_STATE, { type: "clear" })).toBe(INITIAL_STATE);
  });
});

describe("pointing", () => {
  test("makes active without bringing into view", () => {
    const before = listed();
    const state = reduce(before, { type: "point", place: { group: "messages", index: 1 } });
    expect(activeLabel(state)).toBe("a line");
    expect(state.reveals).toBe(before.reveals);
    expect(reduce(state, { type: "point", place: { group: "messages", index: 1 } })).toBe(state);
  });

  test("moves by keys bring into view", () => {
    const before = listed();
    expect(reduce(before, { type: "move", move: { to: "next" } }).reveals).toBe(before.reveals + 1);
  });
});

describe("the status", () => {
  const say = (state: PickerState) => statusOf(state, ENGLISH);

  test.each([
    ["nothing of a closed list", after(GROUPS), ""],
    ["that it searches", after(GROUPS, { type: "text", text: "a" }), "Searching…"],
    ["how many there are", listed(), "6 options"],
  ])("says %s", (_, state, words) => {
    expect(say(state)).toBe(words);
  });

  test("says what was cut, what failed and what is empty", () => {
    let state = after(GROUPS, { type: "text", text: "a" });
    for (const { id } of state.groups) state = answer(state, id, options());
    expect(say(state)).toBe("Nothing matches");
    const cut = { request: 1, group: "people", options: options("ada"), more: true };
    state = reduce(state, { type: "answer", answer: cut });
    expect(say(state)).toBe("1 option, the best of more. Type on to narrow them.");
    state = reduce(state, { type: "failure", request: 1, group: "desks", problem: "gone" });
    expect(say(state)).toContain("Desks not searched: gone");
    state = answer(state, "people", options());
    expect(say(state)).toBe("Desks not searched: gone");
  });
});
