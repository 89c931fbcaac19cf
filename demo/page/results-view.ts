/** The list of hits under the search box, moved through from the box itself. */
import type { MessageHit, Recall, SearchPattern } from "../../dist/index.js";
import { h } from "./dom.js";
import { isComposing } from "./input-method.js";
import { markedText } from "./text-view.js";
import { dayAndClock } from "./time.js";
import { deskIdOf, type Transcript } from "./transcript.js";
import { visible } from "./visible.js";
import { nameOf } from "./words.js";

const TIERS: Readonly<Record<MessageHit["kind"], string>> = {
  exact: "exact",
  prefix: "start",
  word_prefix: "word start",
  substring: "within",
  subsequence: "letters",
};

export interface Results {
  readonly hits: readonly MessageHit[];
  readonly pattern: SearchPattern;
  readonly transcript: Transcript;
}

export interface ResultsViewOptions {
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly recall: Recall;
  readonly choose: (hit: MessageHit) => void;
}

export class ResultsView {
  readonly #options: ResultsViewOptions;
  #hits: readonly MessageHit[] = [];
  #active = -1;

  constructor(options: ResultsViewOptions) {
    this.#options = options;
    options.list.addEventListener("mousedown", (event) => event.preventDefault());
    options.list.addEventListener("click", ({ target }) => {
      const option = target instanceof Element ? target.closest("[role=option]") : null;
      if (option !== null) this.#choose([...options.list.children].indexOf(option));
    });
  }

  render({ hits, pattern, transcript }: Results): void {
    if (hits === this.#hits) return;
    this.#hits = hits;
    const { list, recall } = this.#options;
    list.replaceChildren(
      ...hits.map((hit, index) => optionOf(hit, { index, recall, pattern, transcript })),
    );
    this.#activate(-1);
  }

  /** Whether the key was one of the list's. */
  key(event: KeyboardEvent): boolean {
    const last = this.#hits.length - 1;
    if (isComposing(event) || last < 0) return false;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: this.#active >= last ? 0 : this.#active + 1,
      ArrowUp: this.#active <= 0 ? last : this.#active - 1,
      PageDown: Math.min(last, this.#active + 5),
      PageUp: Math.max(0, this.#active - 5),
    };
    const step = steps[event.key];
    if (step !== undefined) this.#activate(step);
    else if (event.key === "Enter") this.#choose(Math.max(0, this.#active));
    else return false;
    event.preventDefault();
    return true;
  }

  #choose(index: number): void {
    const hit = this.#hits[index];
    if (hit === undefined) return;
    this.#activate(index);
    this.#options.choose(hit);
  }

  #activate(index: number): void {
    const { input, list } = this.#options;
    list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const option = list.children[index];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option === undefined) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", option.id);
  }
}

interface OptionContext extends Pick<Results, "pattern" | "transcript"> {
  readonly index: number;
  readonly recall: Recall;
}

function optionOf(hit: MessageHit, context: OptionContext): HTMLElement {
  const { index, recall, pattern, transcript } = context;
  const row = transcript.at(hit.sequence);
  const desk = transcript.desk(deskIdOf(hit))?.name ?? "";
  const at = row?.at === undefined ? null : h("time", {}, dayAndClock(row.at));
  return h(
    "div",
    { id: `result-${index}`, role: "option", class: "result", "aria-selected": "false" },
    h(
      "p",
      { class: "result-head" },
      h("span", { class: "who", dir: "auto" }, ...visible(nameOf(hit.author))),
      h("span", { class: "desk", dir: "auto" }, ...visible(desk)),
      h(
        "span",
        { class: "score", title: "How it matched, and the score" },
        `${TIERS[hit.kind]} ${hit.score}`,
      ),
    ),
    h("p", { class: "excerpt", dir: "auto" }, ...markedText(recall, pattern, hit.excerpt)),
    h("p", { class: "result-foot" }, h("span", { class: "sequence" }, `^${hit.sequence}`), at),
  );
}
