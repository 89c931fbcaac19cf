/** Rows in a virtual list, a part of them at a time where there are very many. */
import type { Message, Sequence } from "../../dist/index.js";
import { indexOf } from "./transcript.js";
import { VirtualList } from "./virtual-list.js";
import type { RowPlace } from "./row-view.js";

/** Browsers cannot lay out a page of more than some ten million pixels. */
export const LISTED_ROWS = 200_000;
const ESTIMATE = 64;

export class RowList {
  readonly #list: VirtualList;
  #rows: readonly Message[] = [];
  /** The first row that is listed. */
  #start = 0;

  constructor(scroller: HTMLElement, render: (row: Message, place: RowPlace) => HTMLElement) {
    this.#list = new VirtualList({
      scroller,
      estimate: ESTIMATE,
      render: (index) => {
        const at = this.#start + index;
        const row = this.#rows[at];
        if (row === undefined) throw new RangeError(`no row ${at}`);
        const place = { position: at + 1, size: this.#rows.length, previous: this.#rows[at - 1] };
        return render(row, place);
      },
    });
    scroller.addEventListener("keydown", (event) => this.#step(event));
  }

  get rows(): readonly Message[] {
    return this.#rows;
  }

  /** Which rows are listed, half open. */
  get span(): readonly [start: number, end: number] {
    return [this.#start, Math.min(this.#rows.length, this.#start + LISTED_ROWS)];
  }

  show(rows: readonly Message[]): void {
    this.#rows = rows;
    this.#listFrom(rows.length - LISTED_ROWS);
  }

  refresh(): void {
    this.#list.refresh();
  }

  toNewest(): void {
    this.#listFrom(this.#rows.length - LISTED_ROWS);
    const [start, end] = this.span;
    if (end > start) this.#list.scrollTo(end - start - 1, "end");
  }

  /** The element of the row, once it is in view; null when it is not among the rows. */
  goTo(sequence: Sequence): HTMLElement | null {
    const index = indexOf(this.#rows, sequence);
    if (this.#rows[index]?.sequence !== sequence) return null;
    const [start, end] = this.span;
    if (index < start || index >= end) this.#listFrom(index - LISTED_ROWS / 2);
    this.#list.scrollTo(index - this.#start);
    return this.#list.element(index - this.#start);
  }

  /** Lists the rows before those listed, or after them, and shows where they meet. */
  turn(direction: "earlier" | "later"): void {
    const [start, end] = this.span;
    const meet = this.#rows[direction === "earlier" ? start : end - 1];
    this.#listFrom(direction === "earlier" ? start - LISTED_ROWS / 2 : start + LISTED_ROWS / 2);
    if (meet !== undefined) this.goTo(meet.sequence);
  }

  /** From a row that has the focus, the page keys go to its neighbours, as in any feed. */
  #step(event: KeyboardEvent): void {
    const step = { PageDown: 1, PageUp: -1 }[event.key];
    const from = event.target instanceof Element ? event.target.closest("article") : null;
    if (step === undefined || from === null) return;
    const row = this.#rows[Number(from.getAttribute("aria-posinset")) - 1 + step];
    event.preventDefault();
    if (row !== undefined) this.goTo(row.sequence)?.focus({ preventScroll: true });
  }

  #listFrom(start: number): void {
    const last = Math.max(0, this.#rows.length - LISTED_ROWS);
    this.#start = Math.max(0, Math.min(Math.floor(start), last));
    const [first, end] = this.span;
    this.#list.reset(end - first);
  }
}
