import { RegexBudgetError } from "../model/errors.js";
import type { Range } from "../model/match.js";
import type { Matcher } from "./port.js";

/** Most program instructions times characters of text that one scan may cost. */
export const REGEX_WORK_LIMIT = 50_000_000;

/** A matcher that counts what it is asked to do, for one search. */
export interface BoundedScan {
  find(text: string, from?: number): Range | null;
  close(): void;
}

export function boundedScan(matcher: Matcher): BoundedScan {
  let chars = 0;
  const { programSize } = matcher;
  return {
    find(text, from) {
      if ((chars + text.length) * programSize > REGEX_WORK_LIMIT)
        throw new RegexBudgetError("the expression costs too much over this much text", {
          programSize,
          chars,
          limit: REGEX_WORK_LIMIT,
          budget: "work",
        });
      chars += text.length;
      return matcher.find(text, from);
    },
    close: () => matcher.close(),
  };
}
