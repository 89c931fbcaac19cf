/** Opens a popup above everything else and keeps it at its field. */
import { setPixels } from "./dom.js";
import type { RowHeights } from "./layout.js";
import { placePopup, type Viewport } from "./placement.js";
import type { Shell } from "./shell.js";

/** Where the style sheet's own heights cannot be measured. */
const FALLBACK: RowHeights = { heading: 30, option: 36 };

export class Popup {
  readonly #shell: Shell;
  readonly #onResize: () => void;
  #moves: AbortController | null = null;
  #heights = FALLBACK;

  /** `onResize` is told when there may be room for other rows. */
  constructor(shell: Shell, onResize: () => void) {
    this.#shell = shell;
    this.#onResize = onResize;
  }

  get heights(): RowHeights {
    return this.#heights;
  }

  show(): void {
    const { popup } = this.#shell;
    if (this.#moves !== null || !popup.isConnected) return;
    this.#moves = new AbortController();
    popup.hidden = false;
    if (typeof popup.showPopover === "function") popup.showPopover();
    this.#measure();
    this.#place();
    this.#follow(this.#moves.signal);
  }

  hide(): void {
    const { popup } = this.#shell;
    if (this.#moves === null) return;
    this.#moves.abort();
    this.#moves = null;
    if (popup.isConnected && typeof popup.hidePopover === "function") popup.hidePopover();
    popup.hidden = true;
  }

  #follow(signal: AbortSignal): void {
    const move = (): void => {
      this.#measure();
      this.#place();
      this.#onResize();
    };
    const options = { signal, passive: true };
    window.addEventListener("resize", move, options);
    // Any ancestor may scroll; the list itself moves nothing.
    const onScroll = (event: Event): void => {
      if (event.target !== this.#shell.list) this.#place();
    };
    document.addEventListener("scroll", onScroll, { ...options, capture: true });
    window.visualViewport?.addEventListener("resize", move, options);
    window.visualViewport?.addEventListener("scroll", move, options);
  }

  #measure(): void {
    const { heading, option } = this.#shell.probes;
    this.#heights = {
      heading: heading.getBoundingClientRect().height || FALLBACK.heading,
      option: option.getBoundingClientRect().height || FALLBACK.option,
    };
  }

  #place(): void {
    const { field, popup, list } = this.#shell;
    popup.style.removeProperty("max-height");
    const { maxHeight, direction } = getComputedStyle(popup);
    const wanted = Number.parseFloat(maxHeight);
    const box = field.getBoundingClientRect();
    const to = placePopup(box, viewport(), {
      height: Number.isFinite(wanted) ? wanted : Infinity,
      rightToLeft: direction === "rtl",
    });
    setPixels(popup.style, "left", to.left);
    setPixels(popup.style, "width", to.width);
    setPixels(popup.style, "top", to.top);
    setPixels(
      popup.style,
      "bottom",
      to.bottom === null ? null : document.documentElement.clientHeight - to.bottom,
    );
    setPixels(popup.style, "max-height", to.maxHeight);
    setPixels(list.style, "max-height", to.maxHeight - popup.offsetHeight + popup.clientHeight);
  }
}

function viewport(): Viewport {
  const { innerHeight, visualViewport } = window;
  return {
    width: document.documentElement.clientWidth,
    height: visualViewport?.height ?? innerHeight,
    offsetTop: visualViewport?.offsetTop ?? 0,
  };
}
