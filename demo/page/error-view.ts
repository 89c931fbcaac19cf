/** What went wrong with an expression, shown where in it. */
import { InvalidPatternError, RegexBudgetError, WorkerCrashedError } from "../../dist/index.js";
import { h } from "./dom.js";
import { visible } from "./visible.js";
import { number } from "./words.js";

/** Characters of the expression shown on each side of the place. */
const AROUND = 40;

export function errorView(error: unknown): Node[] {
  if (error instanceof InvalidPatternError) return patternError(error);
  return [h("p", {}, messageOf(error))];
}

export function messageOf(error: unknown): string {
  if (error instanceof RegexBudgetError)
    return `This expression is too costly to run over these rows (limit ${number(error.data.limit)}, ${error.data.budget.replace("_", " ")}). Make it shorter or more specific.`;
  if (error instanceof WorkerCrashedError) return `The search stopped: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

function patternError({ data }: InvalidPatternError): Node[] {
  const { pattern, reason, position } = data;
  const where = position === null ? "" : ` at character ${position + 1}`;
  const sentence = h("p", {}, `Not a valid expression${where}: `, ...visible(reason));
  if (position === null) return [sentence];
  const before = pattern.slice(Math.max(0, position - AROUND), position);
  const [at = " "] = pattern.slice(position);
  const after = pattern.slice(position + at.length, position + AROUND);
  const mark = h("mark", { class: "place" }, ...visible(at));
  const code = h(
    "code",
    { class: "expression", dir: "ltr" },
    ...visible(before),
    mark,
    ...visible(after),
  );
  return [sentence, code];
}
