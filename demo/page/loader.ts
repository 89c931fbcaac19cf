/** Opens a transcript in place of the one that is open. */
import { need, show } from "./dom.js";
import { importFiles } from "./import.js";
import type { ChosenFile } from "./import-protocol.js";
import type { Places } from "./places.js";
import { openRoom, type PageStore, type Room } from "./room.js";
import type { Imported } from "./transcript.js";
import { visible } from "./visible.js";
import { count, number } from "./words.js";

export class Loader {
  readonly #store: PageStore;
  readonly #places: Places;
  #stop = new AbortController();

  constructor(store: PageStore, places: Places) {
    this.#store = store;
    this.#places = places;
    need("loading-stop", HTMLButtonElement).addEventListener("click", () => this.#stop.abort());
    for (const view of document.querySelectorAll<HTMLElement>("[data-shows]"))
      view.addEventListener("click", () => {
        const { shows } = view.dataset;
        if (shows === "find" || shows === "read" || shows === "side") places.view(shows);
      });
  }

  async openSample(url: string, deskId: string): Promise<void> {
    const response = await fetch(url);
    const blob = await response.blob();
    await this.open([{ path: "sample.jsonl", blob }], deskId);
    this.#places.goToHash();
  }

  /** What is open stays until the other has been read whole. */
  async open(files: readonly ChosenFile[], deskId: string | null = null): Promise<void> {
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    notice(null);
    const say = (rows: number): void => {
      need("loading-text", HTMLElement).textContent = `Reading: ${count(rows, "row")}`;
    };
    say(0);
    show(need("loading", HTMLElement), true);
    try {
      const imported = await importFiles(files, { signal: stop.signal, onRows: say });
      if (!stop.signal.aborted) this.#show(imported, deskId);
    } catch (error) {
      if (!stop.signal.aborted) notice(error);
    } finally {
      if (this.#stop === stop) show(need("loading", HTMLElement), false);
    }
  }

  #show(imported: Imported, deskId: string | null): void {
    const before = this.#store.state.room;
    const room: Room = openRoom(imported, (reason) => this.#crashed(room, reason));
    const { transcript } = room;
    const largest = transcript.desks.toSorted((a, b) => b.rows.length - a.rows.length)[0];
    if (before !== null) history.replaceState(null, "", location.pathname);
    this.#store.set({
      room,
      deskId: deskId ?? largest?.id ?? "",
      threadRoot: null,
      current: null,
      pattern: null,
    });
    void before?.worker.release();
    need("source-name", HTMLElement).replaceChildren(...visible(transcript.name));
    const { imported: rows } = transcript.report;
    need("source-size", HTMLElement).textContent =
      `${count(rows, "row")}, ${count(transcript.desks.length, "desk")}`;
    if (rows === 0) notice(new Error("No message was found in it; the Import tab says why."));
    else if (transcript.report.issues.length > 0)
      need("announcer", HTMLElement).textContent =
        `${number(transcript.report.issues.length)} issues; the Import tab lists them.`;
  }

  /** A new worker is started, and all views ask it anew. */
  #crashed(room: Room, reason: string): void {
    if (this.#store.state.room !== room) return;
    room.worker.restart();
    this.#store.set({ room: { ...room } });
    notice(new Error(`The search worker ended (${reason}) and was started again.`));
  }
}

function notice(error: unknown): void {
  const box = need("notice", HTMLElement);
  show(box, error !== null);
  const text = error instanceof Error ? error.message : String(error);
  const close = document.createElement("button");
  close.type = "button";
  close.className = "small";
  close.textContent = "Dismiss";
  close.addEventListener("click", () => show(box, false));
  if (error === null) box.replaceChildren();
  else {
    const said = document.createElement("p");
    said.dir = "auto";
    said.append(...visible(text));
    box.replaceChildren(said, close);
  }
}
