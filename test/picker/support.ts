import { optionsOf } from "../../dist/picker/option.js";
import {
  INITIAL_STATE,
  reduce,
  type PickerEvent,
  type PickerState,
} from "../../dist/picker/state.js";
import type { PickerItem } from "../../dist/picker/group.js";
import type { OptionList } from "../../dist/picker/option.js";

export function items(...labels: string[]): PickerItem[] {
  return labels.map((label) => ({ id: `id-${label}`, label }));
}

export function options(...labels: string[]): OptionList {
  return optionsOf(items(...labels));
}

export function after(...events: PickerEvent[]): PickerState {
  return events.reduce(reduce, INITIAL_STATE);
}

export function followed(state: PickerState, ...events: PickerEvent[]): PickerState {
  return events.reduce(reduce, state);
}

export const GROUPS: PickerEvent = {
  type: "groups",
  groups: [
    { id: "people", heading: "People" },
    { id: "desks", heading: "Desks" },
    { id: "messages", heading: "Messages" },
  ],
};

export function answer(
  state: PickerState,
  group: string,
  list: OptionList,
  request = state.request,
): PickerState {
  return reduce(state, { type: "answer", answer: { request, group, options: list, more: false } });
}

/** An open picker whose three groups have answered the query. */
export function listed(text = "a"): PickerState {
  let state = after(GROUPS, { type: "text", text });
  state = answer(state, "people", options("ada", "alan"));
  state = answer(state, "desks", options("atrium"));
  return answer(state, "messages", options("a word", "a line", "a page"));
}

/** Labels of all options, group by group. */
export function labels({ groups }: PickerState): string[] {
  return groups.flatMap(({ options: list }) =>
    Array.from({ length: list.length }, (_, index) => list.at(index)?.item.label ?? "?"),
  );
}
