/** Every word that a picker says, so that a host can say it in another language. */
import { optionCount } from "./place.js";
import type { PickerState } from "./state.js";

export interface PickerWords {
  /** The name of a picker without a label. */
  readonly name: string;
  /** Read after the name, never shown. */
  readonly hint: string;
  readonly clear: string;
  readonly empty: string;
  readonly loading: string;
  /** Said by a form that needs a choice. */
  readonly required: string;
  /** Announced when the list has changed. `more`: further matches are not shown. */
  readonly count: (shown: number, more: boolean) => string;
  readonly failed: (heading: string, problem: string) => string;
  /** Stands behind a heading whose list was cut. */
  readonly best: (shown: number) => string;
}

export const ENGLISH: PickerWords = {
  name: "Search",
  hint: "Use the up and down arrow keys to review the options, Enter to choose one, and Escape to close the list.",
  clear: "Clear",
  empty: "Nothing matches",
  loading: "Searching…",
  required: "Choose one of the options.",
  count: (shown, more) => {
    const options = shown === 1 ? "1 option" : `${shown} options`;
    return more ? `${options}, the best of more. Type on to narrow them.` : options;
  },
  failed: (heading, problem) =>
    heading === "" ? `Not searched: ${problem}` : `${heading} not searched: ${problem}`,
  best: (shown) => `best ${shown}`,
};

/** What the status region says of an open list; "" of a closed one. */
export function statusOf({ open, groups }: PickerState, words: PickerWords): string {
  if (!open) return "";
  const failures = groups.flatMap(({ heading, problem }) =>
    problem === null ? [] : [words.failed(heading, problem)],
  );
  const shown = optionCount(groups);
  const busy = groups.some(({ status }) => status === "loading");
  // Counts that a moment later are no longer true only talk over those that are.
  if (busy) return [words.loading, ...failures].join(" ");
  const more = groups.some((group) => group.more);
  const found =
    shown === 0 ? (failures.length === 0 ? [words.empty] : []) : [words.count(shown, more)];
  return [...found, ...failures].join(". ");
}
