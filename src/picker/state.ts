/** Everything that a picker decides, as a pure fold of events. No DOM, no clock, nothing asked. */
import { isBlank } from "../core/white-space.js";
import {
  answered,
  emptied,
  failed,
  regrouped,
  waiting,
  type Answer,
  type GroupState,
  type NamedGroup,
} from "./group-state.js";
import type { OptionKey, PickerOption } from "./option.js";
import { firstPlace, lastPlace, move, optionAt, type Move, type Place } from "./place.js";

/** The option that Enter would take. */
export interface ActiveOption extends Place, OptionKey {}

/** What stands for the picker's value. */
export interface PickerSelection {
  readonly group: string;
  readonly id: string;
  readonly label: string;
}

/** An act of choosing; a new object each time. */
export interface Choice extends Place {
  readonly option: PickerOption;
}

/** Which option becomes active by itself once there is one. */
export type Intent = "none" | "first" | "last";

export interface PickerState {
  readonly text: string;
  /** An input method is at work; its text is not a query yet. */
  readonly composing: boolean;
  readonly disabled: boolean;
  readonly open: boolean;
  /** Counts questions. An answer that carries another number than this is late. */
  readonly request: number;
  readonly groups: readonly GroupState[];
  readonly active: ActiveOption | null;
  readonly intent: Intent;
  /** Counts the moves that should bring the active option into view. */
  readonly reveals: number;
  readonly choice: Choice | null;
  readonly selection: PickerSelection | null;
}

export type PickerEvent =
  | { readonly type: "groups"; readonly groups: readonly NamedGroup[] }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "compose" }
  | { readonly type: "composed"; readonly text: string }
  | { readonly type: "open"; readonly intent: Intent }
  | { readonly type: "close" }
  | { readonly type: "clear" }
  | { readonly type: "answer"; readonly answer: Answer }
  | {
      readonly type: "failure";
      readonly request: number;
      readonly group: string;
      readonly problem: string;
    }
  | { readonly type: "move"; readonly move: Move }
  | { readonly type: "point"; readonly place: Place }
  | { readonly type: "choose"; readonly place?: Place | undefined }
  | { readonly type: "select"; readonly selection: PickerSelection | null }
  | { readonly type: "disable"; readonly disabled: boolean };

export const INITIAL_STATE: PickerState = {
  text: "",
  composing: false,
  disabled: false,
  open: false,
  request: 0,
  groups: [],
  active: null,
  intent: "none",
  reveals: 0,
  choice: null,
  selection: null,
};

/** What the groups are asked: the text, unless it is there only because it was chosen. */
export function questionOf({ text, selection }: PickerState): string {
  return selection === null ? text : "";
}

/** The state after an event; the same object when the event changes nothing. */
export function reduce(state: PickerState, event: PickerEvent): PickerState {
  switch (event.type) {
    case "groups":
      return asking({ ...state, groups: regrouped(state.groups, event.groups) });
    case "text":
      return typed(state, event.text);
    case "compose":
      return { ...state, composing: true };
    case "composed":
      return typed({ ...state, composing: false }, event.text);
    case "open":
      return opened(state, event.intent);
    case "close":
      return closed(state);
    case "clear":
      return cleared(state);
    case "select":
      return selected(state, event.selection);
    case "disable":
      return event.disabled === state.disabled
        ? state
        : { ...closed(state), disabled: event.disabled };
    case "answer":
    case "failure":
    case "move":
    case "point":
    case "choose":
      return inList(state, event);
  }
}

type ListEvent = Extract<
  PickerEvent,
  { readonly type: "answer" | "failure" | "move" | "point" | "choose" }
>;

/** What happens in a popup; a closed one has no options and waits for no answer. */
function inList(state: PickerState, event: ListEvent): PickerState {
  if (!state.open) return state;
  switch (event.type) {
    case "answer": {
      const { answer } = event;
      if (answer.request !== state.request) return state;
      return settled({ ...state, groups: answered(state.groups, answer, questionOf(state)) });
    }
    case "failure": {
      const { request, group, problem } = event;
      if (request !== state.request) return state;
      return settled({ ...state, groups: failed(state.groups, group, problem) });
    }
    case "move":
      return activate(state, move(state.groups, state.active, event.move), true);
    case "point":
      return activate(state, event.place, false);
    case "choose":
      return chosen(state, event.place ?? state.active);
  }
}

function typed(state: PickerState, text: string): PickerState {
  if (state.disabled || state.composing) return state;
  if (text === state.text) return state;
  const next = { ...state, text, selection: null, open: true, active: null };
  return asking({ ...next, intent: intentFor(text) });
}

function opened(state: PickerState, intent: Intent): PickerState {
  if (state.disabled || state.open) return state;
  return asking({ ...state, open: true, active: null, intent });
}

function closed(state: PickerState): PickerState {
  if (!state.open) return state;
  const groups = state.groups.map(emptied);
  return {
    ...state,
    groups,
    open: false,
    active: null,
    intent: "none",
    request: state.request + 1,
  };
}

function cleared(state: PickerState): PickerState {
  if (state.text === "" && state.selection === null) return state;
  const next = { ...state, composing: false, text: "", selection: null };
  return asking({ ...next, active: null, intent: "none" });
}

function selected(state: PickerState, selection: PickerSelection | null): PickerState {
  // What is chosen takes the place of what an input method was at.
  const next = { ...closed(state), composing: false, selection };
  return { ...next, text: selection === null ? "" : selection.label };
}

/** Puts a new question where anybody can see the answer. */
function asking(state: PickerState): PickerState {
  if (!state.open) return state;
  return settled({ ...state, request: state.request + 1, groups: state.groups.map(waiting) });
}

/** Keeps the active option where it is still offered; finds another where one is wanted. */
function settled(state: PickerState): PickerState {
  const active = follow(state);
  if (active !== null) return active === state.active ? state : { ...state, active };
  const intent = state.active === null ? state.intent : intentFor(questionOf(state));
  const rest = { ...state, active: null, intent };
  if (intent === "none") return rest;
  // Options of the question before are shown until the new ones come, but none is offered unasked.
  const fresh = state.groups.filter(({ status }) => status === "ready");
  const place = intent === "first" ? firstPlace(fresh) : lastOfAll(state.groups);
  return place === null ? rest : activate(rest, place, true);
}

/** Which option is the last is known only when every group has answered. */
function lastOfAll(groups: readonly GroupState[]): Place | null {
  return groups.some(({ status }) => status === "loading") ? null : lastPlace(groups);
}

function follow({ groups, active }: PickerState): ActiveOption | null {
  if (active === null) return null;
  const options = groups.find(({ id }) => id === active.group)?.options;
  if (options === undefined) return null;
  const there = options.at(active.index);
  if (there?.id === active.id && there.occurrence === active.occurrence) return active;
  const index = options.indexOf(active);
  return index < 0 ? null : { ...active, index };
}

function activate(state: PickerState, place: Place | null, reveal: boolean): PickerState {
  if (place === null) return state;
  const option = optionAt(state.groups, place);
  if (option === null) return state;
  const reveals = reveal ? state.reveals + 1 : state.reveals;
  if (state.active?.group === place.group && state.active.index === place.index)
    return reveal ? { ...state, reveals } : state;
  const { group, index } = place;
  const { id, occurrence } = option;
  return { ...state, active: { group, index, id, occurrence }, intent: "none", reveals };
}

function chosen(state: PickerState, place: Place | null): PickerState {
  const option = place === null ? null : optionAt(state.groups, place);
  if (place === null || option === null) return state;
  const { group, index } = place;
  const { id, label } = option.item;
  return { ...selected(state, { group, id, label }), choice: { group, index, option } };
}

function intentFor(text: string): Intent {
  return isBlank(text) ? "none" : "first";
}
