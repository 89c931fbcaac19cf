/** Who can be named: agents of the desk, people, and agents that are no longer offered. */
export interface Roster {
  readonly members: readonly { readonly id: string; readonly name: string | null }[];
  readonly people: readonly { readonly id: string; readonly label: string }[];
  /** Ids of agents never offered; people are not touched by it. */
  readonly retired: readonly string[];
}

export interface Desk {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

/** Desks as declared, then those added since; the first to carry an id wins. */
export interface Desks {
  readonly declared: readonly Desk[];
  readonly added: readonly Desk[];
}
