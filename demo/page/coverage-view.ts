/** What has been searched, and how to go on. */
import { need, show } from "./dom.js";
import { SHOWN_HITS, type FinderState } from "./finder.js";
import { count, number, searched } from "./words.js";

/** Rows that one "go on" reads. */
export const GO_ON_ROWS = 16_384;

export interface CoverageActions {
  readonly goOn: (rows: number) => void;
  readonly stop: () => void;
}

export class CoverageView {
  readonly #box = need("coverage", HTMLElement);
  readonly #text = need("coverage-text", HTMLElement);
  readonly #bar = need("coverage-progress", HTMLProgressElement);
  readonly #buttons = {
    some: need("go-on", HTMLButtonElement),
    all: need("go-all", HTMLButtonElement),
    stop: need("stop-reading", HTMLButtonElement),
  };
  #total = 0;

  constructor({ goOn, stop }: CoverageActions) {
    const { some, all } = this.#buttons;
    some.addEventListener("click", () => goOn(GO_ON_ROWS));
    all.addEventListener("click", () => goOn(this.#total));
    this.#buttons.stop.addEventListener("click", stop);
  }

  render({ text, coverage, hits, reading, error }: FinderState, total: number): void {
    this.#total = total;
    const told = coverage !== null && (error === null || reading !== null);
    show(this.#box, text.trim() !== "" && told);
    if (coverage === null) return;
    const said =
      reading === null
        ? `${found(hits.length)} ${searched(coverage, total)}`
        : `Reading older rows: ${number(coverage.scanned + reading.done)} of ${count(total, "row")}.`;
    // Read out once it is done, not page by page.
    this.#text.setAttribute("aria-busy", String(reading !== null));
    if (this.#text.textContent !== said) this.#text.textContent = said;
    const more = !coverage.complete && reading === null;
    show(this.#buttons.some, more && total - coverage.scanned > GO_ON_ROWS);
    show(this.#buttons.all, more);
    show(this.#buttons.stop, reading !== null);
    show(this.#bar, reading !== null);
    this.#bar.max = total;
    this.#bar.value = coverage.scanned + (reading?.done ?? 0);
  }
}

function found(hits: number): string {
  if (hits === 0) return "Nothing found.";
  return hits === SHOWN_HITS ? `The best ${hits} results.` : `${count(hits, "result")}.`;
}
