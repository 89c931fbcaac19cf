/** Going to a desk, a thread or a row, from wherever on the page. */
import type { Sequence } from "../../dist/index.js";
import { need } from "./dom.js";
import type { PageStore } from "./room.js";
import { deskIdOf } from "./transcript.js";

export type View = "find" | "read" | "side";
export type PanelName = "thread" | "pins" | "turn" | "import";

export interface GoToOptions {
  /** Whether the focus goes there too; it does by default. */
  readonly focus?: boolean;
}

export class Places {
  readonly #store: PageStore;
  #show: (sequence: Sequence, focus: boolean) => void = () => {};
  #openPanel: (panel: PanelName) => void = () => {};
  #onView: () => void = () => {};

  constructor(store: PageStore) {
    this.#store = store;
  }

  /** Follows links to rows. */
  listen(): void {
    window.addEventListener("hashchange", () => this.goToHash());
    // A link to the row that the address names already changes no address.
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const sequence = sequenceIn(link?.getAttribute("href") ?? "");
      if (sequence === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (this.goTo(sequence)) event.preventDefault();
    });
    for (const tab of document.querySelectorAll<HTMLElement>("[data-shows]"))
      tab.addEventListener("click", () => {
        const { shows } = tab.dataset;
        if (shows === "find" || shows === "read" || shows === "side") this.view(shows);
      });
    this.view("find");
  }

  /** Narrow pages show one part at a time. */
  view(view: View): void {
    this.#onView();
    document.body.dataset["view"] = view;
    for (const tab of document.querySelectorAll<HTMLElement>("[data-shows]"))
      tab.setAttribute("aria-pressed", String(tab.dataset["shows"] === view));
  }

  /** What brings the transcript's parts into view, where the page shows something else. */
  onView(show: () => void): void {
    this.#onView = show;
  }

  onPanel(open: (panel: PanelName) => void): void {
    this.#openPanel = open;
  }

  panel(panel: PanelName): void {
    this.#openPanel(panel);
    this.view("side");
  }

  /** What brings a row into view, once the transcript shows its desk. */
  onShow(show: (sequence: Sequence, focus: boolean) => void): void {
    this.#show = show;
  }

  readonly openDesk = (deskId: string): void => {
    this.#store.set({ deskId, threadRoot: null, current: null });
    this.view("read");
  };

  readonly openThread = (root: Sequence): void => {
    this.#store.set({ threadRoot: root });
    this.panel("thread");
  };

  /** Shows a row among those around it, and its thread. */
  readonly goTo = (sequence: Sequence, { focus = true }: GoToOptions = {}): boolean => {
    const { room, threadRoot } = this.#store.state;
    const row = room?.transcript.at(sequence) ?? null;
    if (room === null || row === null) return false;
    const hasReplies = room.transcript.repliesTo(sequence).length > 0;
    const root = row.parent ?? (hasReplies ? sequence : null);
    this.view("read");
    this.#store.set({
      deskId: deskIdOf(row),
      current: sequence,
      threadRoot: root ?? threadRoot,
    });
    if (root !== null) this.#openPanel("thread");
    if (location.hash !== `#${sequence}`) history.pushState(null, "", `#${sequence}`);
    this.#show(sequence, focus);
    need("announcer", HTMLElement).textContent = `Row ${sequence} is shown.`;
    return true;
  };

  /** Shows the row that the address names. */
  goToHash(): void {
    const sequence = sequenceIn(location.hash);
    if (sequence !== null) this.goTo(sequence);
  }
}

/** The row that a fragment names. */
function sequenceIn(fragment: string): Sequence | null {
  const digits = /^#(\d{1,15})$/.exec(fragment)?.[1];
  return digits === undefined ? null : Number(digits);
}
