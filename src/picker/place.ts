import type { OptionList, PickerOption } from "./option.js";

/** Where an option stands. */
export interface Place {
  readonly group: string;
  readonly index: number;
}

/** Steps go round at either end; pages stop there. */
export type Move =
  | { readonly to: "next" | "previous" | "first" | "last" }
  | { readonly to: "page_down" | "page_up"; readonly rows: number };

interface Section {
  readonly id: string;
  readonly options: OptionList;
}

export function optionAt(groups: readonly Section[], { group, index }: Place): PickerOption | null {
  return groups.find(({ id }) => id === group)?.options.at(index) ?? null;
}

export function optionCount(groups: readonly Section[]): number {
  return groups.reduce((count, { options }) => count + options.length, 0);
}

/** How many options stand before this one in the whole list; -1 for a group that is not there. */
export function positionOf(groups: readonly Section[], { group, index }: Place): number {
  let before = 0;
  for (const { id, options } of groups) {
    if (id === group) return before + index;
    before += options.length;
  }
  return -1;
}

export function firstPlace(groups: readonly Section[]): Place | null {
  return placeAt(groups, 0);
}

export function lastPlace(groups: readonly Section[]): Place | null {
  return placeAt(groups, optionCount(groups) - 1);
}

/** Where a move leads from an option, or from the text box; null where there is no option. */
export function move(groups: readonly Section[], from: Place | null, step: Move): Place | null {
  const count = optionCount(groups);
  if (count === 0) return null;
  const at = from === null ? null : positionOf(groups, from);
  return placeAt(groups, target(step, at, count));
}

function target(step: Move, at: number | null, count: number): number {
  const last = count - 1;
  switch (step.to) {
    case "first":
      return 0;
    case "last":
      return last;
    case "next":
      return at === null || at === last ? 0 : at + 1;
    case "previous":
      return at === null || at === 0 ? last : at - 1;
    case "page_down":
      return Math.min(last, (at ?? -1) + step.rows);
    case "page_up":
      return at === null ? 0 : Math.max(0, at - step.rows);
  }
}

function placeAt(groups: readonly Section[], position: number): Place | null {
  let left = position;
  if (left < 0) return null;
  for (const { id, options } of groups) {
    if (left < options.length) return { group: id, index: left };
    left -= options.length;
  }
  return null;
}
