/** Opens a transcript in place of the one that is open. */
import { need, show } from "./dom.js";
import { importFiles } from "./import.js";
import type { ChosenFile } from "./import-protocol.js";
import type { Places } from "./places.js";
import { notice } from "./notice.js";
import { openRoom, type PageStore, type Room } from "./room.js";
import type { Imported } from "./transcript.js";
import { visible } from "./visible.js";
import { count, number } from "./words.js";

/** A worker that cannot start at all must not be started for ever. */
const RESTARTS = 3;
const SAMPLE = "sample.jsonl";

export class Loader {
  readonly #store: PageStore;
  readonly #places: Places;
  #stop = new AbortController();
  #restarts = 0;

  constructor(store: PageStore, places: Places) {
    this.#store = store;
    this.#places = places;
    need("loading-stop", HTMLButtonElement).addEventListener("click", () => this.#stop.abort());
  }

  openSample(url: string, deskId: string): Promise<void> {
    return this.#opening(async (signal) => {
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`the sample's address answered ${response.status}`);
      await this.#take([{ path: SAMPLE, blob: await response.blob() }], { signal, deskId });
      this.#places.goToHash();
    });
  }

  /** What is open stays until the other has been read whole. */
  open(files: readonly ChosenFile[]): Promise<void> {
    return this.#opening((signal) => this.#take(files, { signal, deskId: null }));
  }

  /** Gives up whatever is on its way in: the sample too, which would else come after it. */
  async #opening(take: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    notice(null);
    say(0);
    show(need("loading", HTMLElement), true);
    try {
      await take(stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) notice(error);
    } finally {
      if (this.#stop === stop) show(need("loading", HTMLElement), false);
    }
  }

  async #take(
    files: readonly ChosenFile[],
    { signal, deskId }: { readonly signal: AbortSignal; readonly deskId: string | null },
  ): Promise<void> {
    const imported = await importFiles(files, { signal, onRows: say });
    signal.throwIfAborted();
    this.#show(imported, deskId);
  }

  #show(imported: Imported, deskId: string | null): void {
    const before = this.#store.state.room;
    const room: Room = openRoom(imported, (reason) => this.#crashed(room, reason));
    const { transcript } = room;
    this.#restarts = 0;
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
  #crashed({ transcript, worker }: Room, reason: string): void {
    const open = this.#store.state.room;
    if (open?.worker !== worker) return;
    const again = this.#restarts++ < RESTARTS;
    const then = again ? "was started again" : "was not started again; reload the page to try";
    if (again) {
      worker.restart();
      this.#store.set({ room: { transcript, worker } });
    }
    notice(new Error(`The search worker ended (${reason}) and ${then}.`));
  }
}

function say(rows: number): void {
  need("loading-text", HTMLElement).textContent = `Reading: ${count(rows, "row")}`;
}
