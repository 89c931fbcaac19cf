import { BYTES_PER_TOKEN } from "../model/tokens.js";
import { ANSWER_TOKENS, LEAST_TEXT_CHARS } from "./bounds.js";
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
 * are shortened, then entries go, the last ones first. It is grown from the least, so that what is
 * tried is never much longer than what fits, however long the rows are.
 */
export function fitAnswer<Answer>(options: FitOptions<Answer>): Answer {
  const { entries, around, countTokens, render } = options;
  const fits = (plan: Plan): boolean => countTokens(JSON.stringify(render(plan))) <= ANSWER_TOKENS;
  const least: Plan = { entries, dropped: around, textChars: LEAST_TEXT_CHARS };
  if (!fits(least)) {
    const kept = largest([0, entries - 1], (count) => fits({ ...least, entries: count }));
    return render({ ...least, entries: kept });
  }
  const textChars = largest([LEAST_TEXT_CHARS, MOST_TEXT_CHARS], (chars) =>
    fits({ ...least, textChars: chars }),
  );
  if (textChars < MOST_TEXT_CHARS) return render({ ...least, textChars });
  const kept = largest([0, around], (rows) => fits({ entries, dropped: around - rows, textChars }));
  return render({ entries, dropped: around - kept, textChars });
}

/** The largest number of a range that fits, where its first does: by steps that double, then halve. */
function largest([low, high]: readonly [number, number], fits: (value: number) => boolean): number {
  let good = low;
  let bad = high + 1;
  for (let step = Math.max(low, 1); good + step < bad; step *= 2) {
    if (fits(good + step)) good += step;
    else bad = good + step;
  }
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
