/** A search as it is typed: one session in the worker, asked for each keystroke. No DOM. */
import {
  AbortedError,
  ClosedError,
  parsePattern,
  type Conversation,
  type Coverage,
  type LogRecall,
  type MessageHit,
  type SearchPattern,
  type SearchSession,
} from "../../dist/index.js";

/** Rows read between two looks at what they brought. */
const STRETCH_ROWS = 16_384;
/** Hits that are listed. */
export const SHOWN_HITS = 50;

export interface FinderState {
  readonly text: string;
  readonly pattern: SearchPattern;
  readonly hits: readonly MessageHit[];
  /** Of what the hits were looked for in; null until something was read. */
  readonly coverage: Coverage | null;
  /** Older rows are being read: how many of how many that were asked for. */
  readonly reading: { readonly done: number; readonly wanted: number } | null;
  readonly error: unknown;
}

export interface Filters {
  readonly conversation: Conversation | null;
  readonly author: string | null;
}

const NO_FILTERS: Filters = { conversation: null, author: null };
const EMPTY: FinderState = {
  text: "",
  pattern: { type: "text", query: "" },
  hits: [],
  coverage: null,
  reading: null,
  error: null,
};

export class Finder {
  readonly #render: (state: FinderState) => void;
  #state = EMPTY;
  #recall: LogRecall | null = null;
  #filters = NO_FILTERS;
  #session: Promise<SearchSession> | null = null;
  #stop = new AbortController();
  /** A question is with the worker; `again` when the text has changed since. */
  #asking = false;
  #answering = Promise.resolve();
  #again = false;

  constructor(render: (state: FinderState) => void) {
    this.#render = render;
  }

  get filters(): Filters {
    return this.#filters;
  }

  /** Another log, or the same one in another worker. */
  searchIn(recall: LogRecall | null): void {
    this.#recall = recall;
    this.#filters = NO_FILTERS;
    this.#forget();
  }

  filter(change: Partial<Filters>): void {
    this.#filters = { ...this.#filters, ...change };
    this.#forget();
    this.ask(this.#state.text);
  }

  ask(text: string): void {
    this.#update({ text, pattern: parsePattern(text) });
    if (text.trim() === "") return this.#update({ hits: [], error: null });
    this.#again = true;
    if (!this.#asking) this.#answering = this.#answer();
  }

  /** Takes older rows in, and what they hold as they come; what was taken in when it is stopped stays. */
  async goOn(rows: number): Promise<void> {
    const { signal } = this.#stop;
    try {
      const session = await this.#opened();
      if (session === null || this.#state.reading !== null) return;
      for (let done = 0; done < rows && !session.coverage.complete && !signal.aborted;) {
        const had = session.coverage.scanned;
        this.#update({ reading: { done: 0, wanted: rows - done } });
        await session.extend({
          bound: Math.min(STRETCH_ROWS, rows - done),
          signal,
          onProgress: ({ scanned }) => this.#progress(signal, scanned, rows - done),
        });
        done += session.coverage.scanned - had;
        if (!signal.aborted) this.ask(this.#state.text);
      }
    } catch (error) {
      if (!isGivenUp(error) && !signal.aborted) this.#update({ error });
    }
    // What was found in the last stretch is shown with the end of the reading, not after it.
    await this.#answering;
    if (!signal.aborted) this.#update({ reading: null });
  }

  #progress(signal: AbortSignal, done: number, wanted: number): void {
    if (!signal.aborted) this.#update({ reading: { done, wanted } });
  }

  stopReading(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#update({ reading: null });
  }

  /** Only the last text is asked for: what was typed while an answer was under way is skipped over. */
  async #answer(): Promise<void> {
    this.#asking = true;
    while (this.#again) {
      this.#again = false;
      const { text } = this.#state;
      // A box that was cleared asks for nothing, and is shown nothing either.
      const isLate = (): boolean => this.#again || this.#state.text !== text;
      try {
        const session = await this.#opened();
        if (session === null) break;
        const { hits, coverage } = await session.query(text, { limit: SHOWN_HITS });
        if (!isLate()) this.#update({ hits, coverage, error: null });
      } catch (error) {
        if (!isLate() && !isGivenUp(error)) this.#update({ hits: [], error });
      }
    }
    this.#asking = false;
  }

  async #opened(): Promise<SearchSession | null> {
    if (this.#recall === null) return null;
    this.#session ??= this.#open(this.#recall);
    return this.#session;
  }

  #open(recall: LogRecall): Promise<SearchSession> {
    const { signal } = this.#stop;
    const session = recall.openSearch({ ...this.#filters, signal });
    session.catch(() => {
      if (this.#session === session) this.#session = null;
    });
    return session;
  }

  #forget(): void {
    this.stopReading();
    this.#session?.then((session) => session.close()).catch(() => {});
    this.#session = null;
    this.#update({ hits: [], coverage: null, reading: null, error: null });
  }

  #update(change: Partial<FinderState>): void {
    this.#state = { ...this.#state, ...change };
    this.#render(this.#state);
  }
}

/** It ended because its answer no longer matters. */
function isGivenUp(error: unknown): boolean {
  return error instanceof AbortedError || error instanceof ClosedError;
}
