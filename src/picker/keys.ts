/** What a key means, by the combobox pattern of ARIA 1.2. */
import type { Move } from "./place.js";
import type { PickerEvent, PickerState } from "./state.js";

export interface KeyPress {
  readonly key: string;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Control or Meta. */
  readonly command: boolean;
  /** The key belongs to an input method. */
  readonly composing: boolean;
  /** Options that fit into the popup at once. */
  readonly pageRows: number;
  /** Tab chooses the active option on its way out. */
  readonly tabChooses: boolean;
}

/** What a key does; its own default then does not happen, but for Tab, which always leaves. */
export type KeyAction = readonly PickerEvent[];

/** Null for a key that is none of the picker's business. */
export function keyAction(state: PickerState, press: KeyPress): KeyAction | null {
  if (press.composing || state.composing || state.disabled || press.command) return null;
  if (press.key === "Tab") return leave(state, press);
  // With Shift, the keys select in the text.
  if (press.shift) return null;
  if (press.alt) return withAlt(state, press.key);
  switch (press.key) {
    case "Enter":
      return state.open ? choose(state) : null;
    case "Escape":
      return dismiss(state);
    default:
      return state.open ? moveIn(press) : openBy(press.key);
  }
}

function withAlt({ open }: PickerState, key: string): KeyAction | null {
  if (key === "ArrowDown") return open ? [] : [{ type: "open", intent: "none" }];
  if (key === "ArrowUp") return open ? [{ type: "close" }] : [];
  return null;
}

/** Without an active option, Enter does nothing: submitting a form then is nobody's wish. */
function choose({ active }: PickerState): KeyAction {
  return active === null ? [] : [{ type: "choose" }];
}

function dismiss({ open, text }: PickerState): KeyAction | null {
  if (open) return [{ type: "close" }];
  return text === "" ? null : [{ type: "clear" }];
}

function leave({ open, active }: PickerState, { tabChooses, shift }: KeyPress): KeyAction | null {
  if (!open) return null;
  const choosing = tabChooses && !shift && active !== null;
  return [choosing ? { type: "choose" } : { type: "close" }];
}

function openBy(key: string): KeyAction | null {
  if (key === "ArrowDown") return [{ type: "open", intent: "first" }];
  if (key === "ArrowUp") return [{ type: "open", intent: "last" }];
  return null;
}

function moveIn(press: KeyPress): KeyAction | null {
  const step = moveOf(press);
  return step === null ? null : [{ type: "move", move: step }];
}

function moveOf({ key, pageRows }: KeyPress): Move | null {
  switch (key) {
    case "ArrowDown":
      return { to: "next" };
    case "ArrowUp":
      return { to: "previous" };
    case "Home":
      return { to: "first" };
    case "End":
      return { to: "last" };
    case "PageDown":
      return { to: "page_down", rows: Math.max(1, pageRows) };
    case "PageUp":
      return { to: "page_up", rows: Math.max(1, pageRows) };
    default:
      return null;
  }
}
