/** How the last try to build a card ended. */
export type CardOutcome =
  /** Replaced; with `partial` something that a model proposed was left out. */
  | "written"
  | "partial"
  /** Replaced by nothing: none was proposed, or none stood. */
  | "clean_empty"
  | "clean_empty_filtered"
  /** More was said, or something was changed, meanwhile: it is due again. No failure. */
  | "superseded"
  /** The rest are failures: what was good stays, and it is tried again later. */
  | "model_error"
  | "invalid_response"
  | "rejected_all"
  | "admission_error"
  | "stale_write";

/** What became of the cards that were due. */
export interface CardsReport {
  /** Cards that were tried, by how that ended. */
  readonly outcomes: Readonly<Partial<Record<CardOutcome, number>>>;
  /** Entries that were written. */
  readonly entries: number;
  /** Cards that were due, but for which nothing new was said: no model was asked. */
  readonly unchanged: number;
  /** Cards that are due still. */
  readonly left: number;
  /** Cards that failed `CARD_FAILURES` times over the same evidence: they wait for more of it. */
  readonly givenUp: number;
  /** `outage` where the work ended early, for `CARD_OUTAGE_RUN` cards had no answer. */
  readonly failure: "outage" | null;
}

/** One card: of one person, from what one set of audiences may read. For operators. */
export interface CardName {
  readonly actorId: string;
  /** The store's own number of the set of audiences. */
  readonly audience: number;
}

export interface CardStatus extends CardName {
  /** There is something to build; until it is built the last good card is shown. */
  readonly dirty: boolean;
  /** Something it stands on was changed: it is not shown until it is built. */
  readonly invalid: boolean;
  /** It would be built by the next `maintain`. */
  readonly due: boolean;
  /** Of the last try, null before the first. */
  readonly outcome: CardOutcome | null;
  /** ISO instants. */
  readonly attemptedAt: string | null;
  readonly builtAt: string | null;
  /** When it is tried again after a failure; null where it waits for nothing, or for new evidence. */
  readonly retryAt: string | null;
  /** Failures in a row over the same evidence. */
  readonly failures: number;
  /** Rows and facts that the last try was given, entries that it accepted, and what it left out. */
  readonly sources: number;
  readonly accepted: number;
  readonly rejected: Readonly<Record<string, number>>;
  /** Entries of the card as it is. */
  readonly written: number;
}

export interface RebuiltCard extends CardName {
  /** Null where nothing was to be done, or for a dry run: it would be tried. */
  readonly outcome: CardOutcome | null;
  readonly written: number;
}

export interface RebuildReport {
  readonly cards: readonly RebuiltCard[];
  /** Cards that were left for another call by its limit. */
  readonly left: number;
  readonly dryRun: boolean;
}
