// The shapes that the harness's parts agree on; nothing of this runs.
import type { Candidate } from "../dist/index.js";

/**
 * What an engine's answers are: the same list as ours to the last number, its own idea of a good match,
 * or none at all (a floor that only reads).
 */
export type EngineKind = "exact" | "other" | "floor";

export interface EngineLabel {
  readonly name: string;
  readonly kind: EngineKind;
  /** How it is set up: what the table says beside the name. */
  readonly about: string;
}

/** One way to answer a picker's queries. An adapter is a function that makes one. */
export interface Engine<Answer = unknown> extends EngineLabel {
  prepare(corpus: readonly Candidate[]): void;
  query(query: string, limit: number): Answer;
  /** The candidates of an answer, best first, for the check; never called while timing. */
  idsOf(answer: Answer): readonly string[];
  /** Memory held outside of the JavaScript heap, in bytes. */
  bytes?(): number;
  /** Forgets earlier queries: narrowing, histories, kept answers. */
  reset?(): void;
  /** Forgets kept answers only; what a library narrows while one types stays. */
  forgetAnswers?(): void;
}

export type SeriesKind = "typed" | "phrase" | "subsequence" | "none" | "pasted";

/** Queries that follow each other as somebody types; nothing is remembered from one series to the next. */
export interface Series {
  readonly kind: SeriesKind;
  readonly queries: readonly string[];
}

/** How the answer of one query to one corpus must look. */
export interface ExpectedAnswer {
  readonly hits: number;
  /** First characters of the SHA-256 of the hits as JSON. */
  readonly digest: string;
}

export type CorpusSource = "packages" | "synthetic" | "long labels" | "alike labels";

export interface CorpusSpec {
  readonly source: CorpusSource;
  readonly count: number;
}

/** What one process measured of one engine over one corpus. Times in milliseconds. */
export interface EngineRun extends EngineLabel {
  readonly prepare: number;
  /** Bytes held after preparation beyond the candidates themselves. */
  readonly bytes: number;
  /** One list of times for each query of the set, in order. */
  readonly samples: readonly (readonly number[])[];
  /** How many candidates each answer holds. */
  readonly found: readonly number[];
}

export interface Spread {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
  readonly samples: number;
}

/** Plain text cells; numbers are formatted where the table is made. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes?: readonly string[];
}

/** A goal's figure, or why there is none. */
export type Figure =
  | { readonly value: number; readonly corpus?: string; readonly gated?: boolean }
  | { readonly value: null; readonly reason: string };

export interface Measured {
  readonly figures: Readonly<Record<string, Figure>>;
  readonly tables: readonly Table[];
}

/** One verified answer, or what was wrong with it. */
export interface Checked {
  readonly name: string;
  /** Null when the answer was right, or nobody could be asked. */
  readonly failure: string | null;
  /** Its corpus is not at hand. */
  readonly skipped?: boolean;
}

export interface Effort {
  /** Processes, or rounds, for each engine. */
  readonly rounds: number;
  /** Fewest timed passes in each. */
  readonly passes: number;
  /** Goes on beyond `passes` for so long. */
  readonly budgetMs: number;
}

export interface Context {
  readonly effort: Effort;
  /** A line for whoever waits; never on standard output. */
  readonly say: (line: string) => void;
}

/** A part of the benchmark that can be asked for by name. */
export interface Group {
  readonly name: string;
  /** Whether it asks libraries of bench/package.json. */
  readonly needsRivals?: boolean;
  check(context: Context): Promise<readonly Checked[]>;
  measure(context: Context): Promise<Measured>;
}
