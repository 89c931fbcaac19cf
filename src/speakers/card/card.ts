/** What an entry tells of its person: how he wants to be talked to, how he talks, what he is after, what was. */
export const CARD_KINDS = [
  "communication_pref",
  "interaction_style",
  "active_goal",
  "relevant_history",
] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** What may be cited: one row of his own words, or one fact read in such a row. */
export interface CardEvidence {
  /** A label of this one input, as `r1` or `f3`: a model is never shown another id. */
  readonly id: string;
  readonly text: string;
  /** ISO instant at which it was said; null where the source has no full time. */
  readonly at: string | null;
  /** The middle was left out: what it says as a whole is not known, so nothing may stand on it alone. */
  readonly truncated: boolean;
}

/** One entry as a model proposed it and code checked it. Its body never changes after that. */
export interface CardDraft {
  readonly kind: CardKind;
  /** One line without control characters, 1 to `MAX_CARD_BODY` UTF-16 units. */
  readonly body: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Ids of evidence, at least one. */
  readonly citations: readonly string[];
}

/** All that one person said to one audience, newest first. Two audiences are never in one prompt. */
export interface CardInput {
  readonly rows: readonly CardEvidence[];
  readonly facts: readonly CardEvidence[];
  /** Entries of the last good card that still stand, with citations of this input. */
  readonly existing: readonly CardDraft[];
}

export interface CardLimits {
  readonly entriesPerKind: number;
}

/** An entry of a card as it is served, best first inside its kind. */
export interface CardEntry {
  readonly kind: CardKind;
  readonly body: string;
  readonly confidence: number;
}
