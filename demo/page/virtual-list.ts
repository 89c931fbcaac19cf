/** A long list of rows of any height, of which only those in view are in the page. */
import { h } from "./dom.js";
import { Heights } from "./heights.js";

/** Pixels above and below the view that are rendered too. */
const OVERSCAN = 600;
/** Measuring rows moves those below them, which may bring further rows into view. */
const SETTLING_ROUNDS = 6;

export interface VirtualListOptions {
  readonly scroller: HTMLElement;
  readonly estimate: number;
  readonly render: (index: number) => HTMLElement;
}

/** What is kept in place while rows change their heights. */
interface Anchor {
  readonly row: number;
  /** From the top of the view to the top of the row; negative where it begins above. */
  readonly at: number;
}

export class VirtualList {
  readonly #options: VirtualListOptions;
  readonly #canvas = h("div", { class: "canvas", role: "presentation" });
  readonly #window = h("div", { class: "window", role: "presentation" });
  readonly #rendered = new Map<number, HTMLElement>();
  #heights: Heights;
  #width = 0;
  /** Asked for while the list was not laid out. */
  #wanted: (() => void) | null = null;
  #frame = 0;

  constructor(options: VirtualListOptions) {
    this.#options = options;
    this.#heights = new Heights(0, options.estimate);
    this.#canvas.append(this.#window);
    options.scroller.append(this.#canvas);
    options.scroller.addEventListener("scroll", () => this.#schedule(), { passive: true });
    new ResizeObserver(() => this.#resized()).observe(options.scroller);
    new ResizeObserver(() => this.#schedule()).observe(this.#window);
  }

  /** Shows other rows; nothing of the old ones is kept. */
  reset(count: number): void {
    this.#wanted = null;
    this.#heights = new Heights(count, this.#options.estimate);
    this.#forget();
    this.#settle(null);
  }

  /** Makes the rows in view anew. */
  refresh(): void {
    const anchor = this.#anchor();
    this.#forget();
    this.#settle(anchor);
  }

  /** Brings a row into view: its top a third down, or its end at the end. */
  scrollTo(row: number, where: "third" | "end" = "third"): void {
    const { clientHeight } = this.#options.scroller;
    this.#wanted = clientHeight === 0 ? () => this.scrollTo(row, where) : null;
    if (this.#wanted !== null) return;
    this.#settle({ row, at: where === "third" ? clientHeight / 3 : 0 });
    if (where === "third") return;
    const { scroller } = this.#options;
    for (let round = 0; round < SETTLING_ROUNDS; round++) {
      scroller.scrollTop = scroller.scrollHeight;
      this.#settle(null);
    }
  }

  /** The element of a row, where it is rendered. */
  element(row: number): HTMLElement | null {
    return this.#rendered.get(row) ?? null;
  }

  #forget(): void {
    for (const element of this.#rendered.values()) element.remove();
    this.#rendered.clear();
  }

  #schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#settle(this.#anchor());
    });
  }

  #resized(): void {
    const { clientWidth, clientHeight } = this.#options.scroller;
    if (clientHeight > 0 && this.#wanted !== null) this.#wanted();
    if (clientWidth === this.#width || clientWidth === 0) return this.#schedule();
    const anchor = this.#anchor();
    this.#width = clientWidth;
    // Every line breaks elsewhere now.
    this.#heights = new Heights(this.#heights.count, this.#options.estimate);
    this.#forget();
    this.#settle(anchor);
  }

  #anchor(): Anchor {
    const { scrollTop } = this.#options.scroller;
    const row = this.#heights.rowAt(scrollTop);
    return { row, at: this.#heights.top(row) - scrollTop };
  }

  /** Renders and measures until what is in view stands where it should. */
  #settle(anchor: Anchor | null): void {
    const { scroller } = this.#options;
    for (let round = 0; round < SETTLING_ROUNDS; round++) {
      this.#canvas.style.height = `${this.#heights.total}px`;
      if (anchor !== null) {
        const top = Math.max(0, this.#heights.top(anchor.row) - anchor.at);
        if (Math.abs(top - scroller.scrollTop) >= 1) scroller.scrollTop = top;
      }
      this.#renderView();
      if (!this.#measure()) return;
    }
  }

  #renderView(): void {
    const { scrollTop, clientHeight } = this.#options.scroller;
    const { count } = this.#heights;
    if (count === 0 || clientHeight === 0) return this.#forget();
    const first = this.#heights.rowAt(scrollTop - OVERSCAN);
    const last = this.#heights.rowAt(scrollTop + clientHeight + OVERSCAN);
    this.#dropOutside(first, last);
    let next = this.#window.firstElementChild;
    for (let row = first; row <= last; row++) {
      const known = this.#rendered.get(row);
      if (known !== undefined) {
        next = known.nextElementSibling;
        continue;
      }
      const element = this.#options.render(row);
      this.#rendered.set(row, element);
      this.#window.insertBefore(element, next);
    }
    this.#window.style.transform = `translateY(${this.#heights.top(first)}px)`;
  }

  #dropOutside(first: number, last: number): void {
    for (const [row, element] of this.#rendered) {
      if (row >= first && row <= last) continue;
      // Focus on a row that goes would fall to the page, and its keys with it.
      if (element.contains(document.activeElement))
        this.#options.scroller.focus({ preventScroll: true });
      element.remove();
      this.#rendered.delete(row);
    }
  }

  /** Whether some row has another height than was taken for it. */
  #measure(): boolean {
    const before = this.#heights.total;
    let changed = false;
    for (const [row, element] of this.#rendered) {
      const top = this.#heights.top(row);
      const { height } = element.getBoundingClientRect();
      if (Math.abs(this.#heights.top(row + 1) - top - height) < 0.01) continue;
      this.#heights.set(row, height);
      changed = true;
    }
    return changed || before !== this.#heights.total;
  }
}
