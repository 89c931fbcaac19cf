import { ANSWER_TOKENS, BYTES_PER_TOKEN, LEAST_TEXT_CHARS } from "./bounds.js";
import type { CountTokens } from "./tokens.js";

/** How much of an answer is shown. */
export interface Plan {
  /** Entries, from the first. */
  readonly entries: number;
  /** Rows around entries that are left out, in the answer's own order of leaving them out. */
  readonly dropped: number;
  /** Most characters of one text. */
  readonly textChars: number;
}

export interface FitOptions<Answer> {
  readonly entries: number;
  /** Rows around entries. */
  readonly around: number;
  readonly countTokens: CountTokens;
  readonly render: (plan: Plan) => Answer;
}

/** A text of more characters fits no answer, whatever else is left out. */
const MOST_TEXT_CHARS = ANSWER_TOKENS * BYTES_PER_TOKEN;

/**
 * The most of an answer that keeps within `ANSWER_TOKENS`: rows around entries go first, then texts
 * are shortened, then entries go, the last ones first.
 */
export function fitAnswer<Answer>({
  entries,
  around,
  countTokens,
  render,
}: FitOptions<Answer>): Answer {
  const fits = (plan: Plan): boolean => countTokens(JSON.stringify(render(plan))) <= ANSWER_TOKENS;
  const whole: Plan = { entries, dropped: 0, textChars: MOST_TEXT_CHARS };
  if (fits(whole)) return render(whole);

  const bare = { ...whole, dropped: around };
  if (fits(bare)) {
    const kept = largest(0, around, (rows) => fits({ ...whole, dropped: around - rows }));
    return render({ ...whole, dropped: around - kept });
  }
  const shortest = { ...bare, textChars: LEAST_TEXT_CHARS };
  if (fits(shortest)) {
    const textChars = largest(LEAST_TEXT_CHARS, MOST_TEXT_CHARS, (chars) =>
      fits({ ...bare, textChars: chars }),
    );
    return render({ ...bare, textChars });
  }
  const fewer = largest(0, entries, (count) => fits({ ...shortest, entries: count }));
  return render({ ...shortest, entries: fewer });
}

/** The largest number that fits, where `low` does and what is above one that does not, does not. */
function largest(low: number, high: number, fits: (value: number) => boolean): number {
  let good = low;
  let bad = high + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
