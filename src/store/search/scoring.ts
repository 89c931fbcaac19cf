import type { EligibleSql } from "../view/eligible.js";
import type { Parameters } from "../view/parameters.js";
import { averageLength, LENGTH_SCALE, SHARE, type CorpusSize } from "./bm25.js";
import type { Term } from "./statistics.js";

/** Rows that hold a term, on average, from which scores of single rows are looked up. */
const LOOK_UP_FROM = 10_000;

/** A relation of `row_id` and `score`, and what has to stand before it in the statement. */
export interface Scores {
  readonly name: string;
  readonly parts: readonly string[];
}

/**
 * Whether single rows are looked up in the postings again. It costs a look-up a row and term; the
 * other way, all scores are hashed for the sake of a few. The answer is the same.
 */
export function looksUp(terms: readonly Term[]): boolean {
  const held = heldOf(terms);
  const postings = held.reduce((sum, { frequency }) => sum + frequency, 0);
  return postings > LOOK_UP_FROM * held.length;
}

/** Terms that an eligible row holds. */
export function heldOf(terms: readonly Term[]): readonly Term[] {
  return terms.filter(({ frequency }) => frequency > 0);
}

/** Eligible rows by the BM25 shares of the words of one search, as SQL. */
export class Scoring {
  readonly #sql: EligibleSql;
  readonly #lookUp: boolean;
  /** Without a filter of its own: `select … where …`. */
  readonly #select: string;
  readonly #group: string;

  constructor(
    parameters: Parameters,
    sql: EligibleSql,
    given: {
      readonly terms: readonly Term[];
      readonly corpus: CorpusSize;
      readonly lookUp: boolean;
    },
  ) {
    this.#sql = sql;
    this.#lookUp = given.lookUp;
    const held = heldOf(given.terms);
    const average = averageLength(given.corpus);
    const weights = held.map(({ idf }) => idf * SHARE.numerator * average);
    const divisor = [
      SHARE.frequency * average,
      SHARE.constant * average,
      SHARE.length * LENGTH_SCALE,
    ];
    const [perFrequency, constant, perLength] = divisor.map((value) => parameters.add(value));
    // The materialised products keep the division in 64 bits and its result in 32, so that the sum is
    // a `bigint`.
    const share = (weight: string): string =>
      `(${weight} * p.frequency / (${perFrequency}::bigint * p.frequency
    + ${constant}::bigint + ${perLength}::bigint * p.length))::int`;
    const [only] = held;
    if (only !== undefined && held.length === 1) {
      // A row holds a lexeme once: there is nothing to add up, and a common one has many rows. That it
      // is common the planner had better not see: it would read all messages to look up a few.
      const lexeme = parameters.add(only.lexeme);
      this.#select = `select p.row_id, ${share(`${parameters.add(weights[0] ?? 0)}::bigint`)}::bigint as score
  from backread.postings p where p.lexeme = (select ${lexeme}::text) and`;
      this.#group = "";
    } else {
      const lexemes = parameters.add(held.map(({ lexeme }) => lexeme));
      this.#select = `select p.row_id, sum(${share("t.weight")}) as score
  from unnest(${lexemes}::text[], ${parameters.add(weights)}::bigint[]) as t(lexeme, weight)
  join backread.postings p on p.lexeme = t.lexeme where`;
      this.#group = " group by p.row_id";
    }
  }

  /**
   * `scored`: every eligible row that holds a term. Filters come later: neighbours outside a filter
   * lend their shares too, so that no filter moves a score.
   */
  all(): string {
    return this.#part("scored", "");
  }

  /** Scores of the rows whose ids a query gives; a row that holds no term has none. */
  of(name: string, ids: string): Scores {
    if (!this.#lookUp) return { name: "scored", parts: [] };
    return { name, parts: [this.#part(name, ` and p.row_id = any(array(${ids}))`)] };
  }

  #part(name: string, among: string): string {
    const { perspective, sets } = this.#sql;
    return `${name} as materialized (
  ${this.#select} p.perspective_id = ${perspective} and p.set_id = any(${sets})${among}${this.#group})`;
  }
}
