import { NO_OPTIONS, type OptionList } from "./option.js";

export interface NamedGroup {
  readonly id: string;
  readonly heading: string;
}

/** What a picker knows of one group. */
export interface GroupState extends NamedGroup {
  /** `loading` may still show the options of the question before. */
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly options: OptionList;
  /** The text that the options answer. */
  readonly query: string;
  /** More match than are shown. */
  readonly more: boolean;
  /** Why there are no options; null unless failed. */
  readonly problem: string | null;
}

/** What one group has for one question. */
export interface Answer {
  /** The question's number. */
  readonly request: number;
  readonly group: string;
  readonly options: OptionList;
  readonly more: boolean;
}

/** The groups as now named; those that stay keep what they show. */
export function regrouped(
  groups: readonly GroupState[],
  named: readonly NamedGroup[],
): GroupState[] {
  return named.map(({ id, heading }) => {
    const before = groups.find((group) => group.id === id);
    return before === undefined ? emptied({ id, heading }) : { ...before, heading };
  });
}

export function emptied({ id, heading }: NamedGroup): GroupState {
  return {
    id,
    heading,
    status: "idle",
    options: NO_OPTIONS,
    query: "",
    more: false,
    problem: null,
  };
}

export function waiting(group: GroupState): GroupState {
  return { ...group, status: "loading", problem: null };
}

export function answered(
  groups: readonly GroupState[],
  { group, options, more }: Answer,
  query: string,
): GroupState[] {
  return replaced(groups, group, { status: "ready", options, more, query, problem: null });
}

export function failed(
  groups: readonly GroupState[],
  group: string,
  problem: string,
): GroupState[] {
  return replaced(groups, group, { status: "failed", options: NO_OPTIONS, more: false, problem });
}

function replaced(
  groups: readonly GroupState[],
  id: string,
  change: Partial<GroupState>,
): GroupState[] {
  return groups.map((group) => (group.id === id ? { ...group, ...change } : group));
}
