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
    // Any ancestor may scroll, and no tree hears of what scrolls in a shadow tree of it. The picker's
    // own list moves nothing.
    for (const tree of treesAround(this.#shell.popup))
      tree.addEventListener("scroll", () => this.#place(), { ...options, capture: true });
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

/** The document and the shadow trees that a shadow tree's host is shown in, slotted or not. */
function treesAround(inside: Element): Set<Node> {
  const trees = new Set<Node>();
  const root = inside.getRootNode();
  let node: Node | null = root instanceof ShadowRoot ? root.host : root;
  while (node !== null) {
    if (node instanceof ShadowRoot || node === document) trees.add(node);
    const slot: Element | null = node instanceof Element ? node.assignedSlot : null;
    node = slot ?? (node instanceof ShadowRoot ? node.host : node.parentNode);
  }
  return trees;
}

function viewport(): Viewport {
  const { innerHeight, visualViewport } = window;
  return {
    width: document.documentElement.clientWidth,
    height: visualViewport?.height ?? innerHeight,
    offsetTop: visualViewport?.offsetTop ?? 0,
  };
}
