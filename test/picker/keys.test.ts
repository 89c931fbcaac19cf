import { describe, expect, test } from "vitest";
import { keyAction, type KeyPress } from "../../dist/picker/keys.js";
import { move } from "../../dist/picker/place.js";
import type { PickerState } from "../../dist/picker/state.js";
import { after, answer, GROUPS, listed, options, followed } from "./support.js";

function act(state: PickerState, key: string, rest: Partial<KeyPress> = {}) {
  const press = { key, alt: false, shift: false, command: false, composing: false };
  return keyAction(state, { ...press, pageRows: 4, tabChooses: false, ...rest });
}

const CLOSED = after(GROUPS);
const IDLE = answer(after(GROUPS, { type: "open", intent: "none" }), "people", options("ada"));

describe("keys", () => {
  test.each([
    ["ArrowDown opens at the first", CLOSED, "ArrowDown", {}, { type: "open", intent: "first" }],
    ["ArrowUp opens at the last", CLOSED, "ArrowUp", {}, { type: "open", intent: "last" }],
    ["Alt+ArrowDown opens", CLOSED, "ArrowDown", { alt: true }, { type: "open", intent: "none" }],
    ["Alt+ArrowUp closes", IDLE, "ArrowUp", { alt: true }, { type: "close" }],
    ["ArrowDown steps", IDLE, "ArrowDown", {}, { type: "move", move: { to: "next" } }],
    ["ArrowUp steps back", IDLE, "ArrowUp", {}, { type: "move", move: { to: "previous" } }],
    ["Home goes first", IDLE, "Home", {}, { type: "move", move: { to: "first" } }],
    ["End goes last", IDLE, "End", {}, { type: "move", move: { to: "last" } }],
    ["PageDown", IDLE, "PageDown", {}, { type: "move", move: { to: "page_down", rows: 4 } }],
    ["PageUp", IDLE, "PageUp", {}, { type: "move", move: { to: "page_up", rows: 4 } }],
    [
      "a page of no rows is one",
      IDLE,
      "PageUp",
      { pageRows: 0 },
      { type: "move", move: { to: "page_up", rows: 1 } },
    ],
    ["Enter chooses", listed(), "Enter", {}, { type: "choose" }],
    ["Escape closes first", listed(), "Escape", {}, { type: "close" }],
    ["Escape then clears", followed(listed(), { type: "close" }), "Escape", {}, { type: "clear" }],
    ["Tab leaves", listed(), "Tab", {}, { type: "close" }],
    ["Tab chooses where that is asked", listed(), "Tab", { tabChooses: true }, { type: "choose" }],
    [
      "Shift+Tab never chooses",
      listed(),
      "Tab",
      { tabChooses: true, shift: true },
      { type: "close" },
    ],
    ["Tab without an active option leaves", IDLE, "Tab", { tabChooses: true }, { type: "close" }],
  ] as const)("%s", (...[, state, key, rest, event]) => {
    expect(act(state, key, rest)).toEqual([event]);
  });

  test("Enter without an active option does nothing, and nobody else does either", () => {
    expect(act(IDLE, "Enter")).toEqual([]);
  });

  test.each([
    ["Home in a closed list", CLOSED, "Home", {}],
    ["End in a closed list", CLOSED, "End", {}],
    ["PageDown in a closed list", CLOSED, "PageDown", {}],
    ["Enter in a closed list", CLOSED, "Enter", {}],
    ["Escape with nothing to close or clear", CLOSED, "Escape", {}],
    ["Tab in a closed list", CLOSED, "Tab", {}],
    ["Shift+Home, which selects text", listed(), "Home", { shift: true }],
    ["Control+End", listed(), "End", { command: true }],
    ["ArrowLeft", listed(), "ArrowLeft", {}],
    ["a letter", listed(), "x", {}],
    ["Enter of an input method", listed(), "Enter", { composing: true }],
    ["ArrowDown of an input method", listed(), "ArrowDown", { composing: true }],
    ["Enter while text is composed", followed(listed(), { type: "compose" }), "Enter", {}],
    ["Escape while text is composed", followed(listed(), { type: "compose" }), "Escape", {}],
    [
      "ArrowDown when disabled",
      followed(CLOSED, { type: "disable", disabled: true }),
      "ArrowDown",
      {},
    ],
  ] as const)("are left alone: %s", (_, state, key, rest) => {
    expect(act(state, key, rest)).toBeNull();
  });
});

describe("moves", () => {
  const groups = listed().groups;
  const at = (group: string, index: number) => ({ group, index });

  test.each([
    ["next", null, at("people", 0)],
    ["next", at("people", 1), at("desks", 0)],
    ["next", at("messages", 2), at("people", 0)],
    ["previous", null, at("messages", 2)],
    ["previous", at("people", 0), at("messages", 2)],
    ["previous", at("messages", 0), at("desks", 0)],
    ["first", at("desks", 0), at("people", 0)],
    ["last", at("desks", 0), at("messages", 2)],
  ] as const)("%s of %o is %o", (to, from, expected) => {
    expect(move(groups, from, { to })).toEqual(expected);
  });

  test.each([
    ["page_down", null, 2, at("people", 1)],
    ["page_down", at("people", 1), 3, at("messages", 1)],
    ["page_down", at("messages", 1), 9, at("messages", 2)],
    ["page_up", at("messages", 1), 3, at("people", 1)],
    ["page_up", at("people", 1), 9, at("people", 0)],
    ["page_up", null, 9, at("people", 0)],
  ] as const)("%s from %o by %i is %o", (to, from, rows, expected) => {
    expect(move(groups, from, { to, rows })).toEqual(expected);
  });

  test("there is nowhere to go in an empty list", () => {
    expect(move(CLOSED.groups, null, { to: "next" })).toBeNull();
  });
});
