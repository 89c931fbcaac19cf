/** The search box, its filters, what it found, and what there is to read while it is empty. */
import type { Recall } from "../../dist/index.js";
import { CoverageView } from "./coverage-view.js";
import { need, show } from "./dom.js";
import { errorView } from "./error-view.js";
import { filterByAuthor, filterByDesk } from "./filters.js";
import { Finder, type FinderState } from "./finder.js";
import { isComposing } from "./input-method.js";
import type { Places } from "./places.js";
import { ResultsView } from "./results-view.js";
import type { PageStore } from "./room.js";

export interface FindPane {
  readonly finder: Finder;
  focus(): void;
  /** Narrows the search to somebody's rows. */
  readonly searchBy: (author: string, label: string) => void;
}

export function findPane(store: PageStore, recall: Recall, places: Places): FindPane {
  const input = need("query", HTMLInputElement);
  const list = need("results", HTMLElement);
  const results = new ResultsView({
    input,
    list,
    recall,
    choose: ({ sequence }) => {
      // The next result is one key away, unless the transcript has taken this pane's place.
      places.goTo(sequence, { focus: false });
      if (!input.checkVisibility()) places.goTo(sequence);
    },
  });
  const finder: Finder = new Finder((state) => render(state));
  const coverage = new CoverageView({
    goOn: (rows) => void finder.goOn(rows),
    stop: () => finder.stopReading(),
  });
  const render = (state: FinderState): void => {
    const { room } = store.state;
    const asked = state.text.trim() !== "";
    show(list, asked && state.hits.length > 0);
    show(need("browse", HTMLElement), !asked);
    input.setAttribute("aria-expanded", String(!list.hidden));
    renderError(state.error);
    coverage.render(state, room?.transcript.messages.length ?? 0);
    if (room === null) return;
    results.render({ hits: state.hits, pattern: state.pattern, transcript: room.transcript });
    const pattern = asked && state.error === null ? state.pattern : null;
    store.set({ pattern, hits: state.hits });
  };
  input.addEventListener("input", () => finder.ask(input.value));
  input.addEventListener("keydown", (event) => {
    if (results.key(event) || event.key !== "Escape" || isComposing(event)) return;
    input.value = "";
    finder.ask("");
  });
  store.follow(["room"], ({ room }) => {
    input.value = "";
    finder.ask("");
    finder.searchIn(room?.worker ?? null);
  });
  filterByDesk(store, finder);
  const byAuthor = filterByAuthor(store, finder);
  const focus = (): void => {
    places.view("find");
    input.focus();
    input.select();
  };
  const searchBy = (author: string, label: string): void => {
    byAuthor(author, label);
    focus();
  };
  return { finder, focus, searchBy };
}

function renderError(error: unknown): void {
  const box = need("pattern-error", HTMLElement);
  show(box, error !== null);
  box.replaceChildren(...(error === null ? [] : errorView(error)));
}
