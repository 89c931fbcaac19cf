// What the parts of the evaluation agree on; nothing of this runs.

/** One row of a transcript. */
export interface Turn {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  /** ISO instant. */
  readonly sentAt: string;
}

export interface Question {
  readonly text: string;
  readonly category: string;
  /** Ids of turns, any one of which answers it. */
  readonly evidence: readonly string[];
}

/** One conversation and what is asked of it. */
export interface Case {
  readonly id: string;
  /** Constants were chosen by looking at the tuned half alone. */
  readonly half: "tuned" | "held-out";
  readonly turns: readonly Turn[];
  readonly questions: readonly Question[];
  /** Questions left out, and why. */
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

export interface Corpus {
  readonly name: "LoCoMo" | "QMSum";
  readonly file: string;
  readonly sha256: string;
  readonly unit: string;
  readonly cases: readonly Case[];
}

/** Ids of turns, best first. */
export type Ranking = (question: string) => Promise<readonly string[]>;

export interface Asked {
  readonly half: Case["half"];
  readonly category: string;
  /** Rank from 1 of the first evidence turn among the answers; null when there is none. */
  readonly rank: number | null;
  /** The one person that the question names; null when it names nobody or several. */
  readonly named: string | null;
  /** Who said the best answer. */
  readonly answeredBy: string | null;
}
