import type { Hit } from "../model/match.js";
import type { PickerItem } from "./group.js";
import { repeatedTexts } from "./repeated.js";

/** What tells an option of a group from all others, however the list around it changes. */
export interface OptionKey {
  readonly id: string;
  /** 0, or how many options with the same id stand before it. */
  readonly occurrence: number;
}

export interface PickerOption extends OptionKey {
  /** The caller's own object. */
  readonly item: PickerItem;
  /** Null for a list that was not ranked here. */
  readonly hit: Hit | null;
  /** Another option of the list has the same label, so the id has to be shown. */
  readonly ambiguous: boolean;
}

/** The options of a group; long ones are made as they are looked at. */
export interface OptionList {
  readonly length: number;
  at(index: number): PickerOption | null;
  /** -1 when no such option is there. */
  indexOf(key: OptionKey): number;
}

export const NO_OPTIONS: OptionList = { length: 0, at: () => null, indexOf: () => -1 };

/** Options made from few items. */
export function optionList(options: readonly PickerOption[]): OptionList {
  return {
    length: options.length,
    at: (index) => options[index] ?? null,
    indexOf: ({ id, occurrence }) =>
      options.findIndex((option) => option.id === id && option.occurrence === occurrence),
  };
}

/** Options for a source's answer. */
export function optionsOf(items: readonly PickerItem[]): OptionList {
  const repeated = repeatedTexts(items, "label");
  const counts = new Map<string, number>();
  return optionList(
    items.map((item) => {
      const occurrence = counts.get(item.id) ?? 0;
      counts.set(item.id, occurrence + 1);
      const ambiguous = repeated.has(item.label);
      return { id: item.id, occurrence, item, hit: null, ambiguous };
    }),
  );
}

/**
 * The id of an option's element: the same for the same option, different for any other, and without
 * the white space that an IDREF may not hold.
 */
export function optionElementId(group: string, { id, occurrence }: OptionKey): string {
  return `option-${escapeId(group)}-${escapeId(id)}-${occurrence}`;
}

/** Letters and digits stand; any other unit is its number between underscores. */
export function escapeId(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (unit) => `_${unit.charCodeAt(0).toString(16)}_`);
}
