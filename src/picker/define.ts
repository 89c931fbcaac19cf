import { BackreadPicker } from "./element.js";
import type { PickerEventMap } from "./events.js";

/** The name that `definePicker` gives where none is asked for. */
export const PICKER_NAME = "backread-picker";

declare global {
  interface HTMLElementTagNameMap {
    [PICKER_NAME]: BackreadPicker;
  }
  interface HTMLElementEventMap extends PickerEventMap {}
}

/**
 * Registers the element and returns its class. A name that is already this class's does no harm; under
 * any other name, the element is a class of its own, as the platform wants it.
 */
export function definePicker(name: string = PICKER_NAME): typeof BackreadPicker {
  const defined = customElements.get(name);
  if (defined !== undefined && isPicker(defined)) return defined;
  const Picker = name === PICKER_NAME ? BackreadPicker : class extends BackreadPicker {};
  customElements.define(name, Picker);
  return Picker;
}

function isPicker(element: CustomElementConstructor): element is typeof BackreadPicker {
  return element === BackreadPicker || element.prototype instanceof BackreadPicker;
}
