/** One group of a list: its heading, what it has to say, and those of its options that are in view. */
import type { Core } from "../core/core.js";
import { make, setAttribute, setPixels, setText } from "./dom.js";
import type { GroupState } from "./group-state.js";
import type { RowHeights, SectionBox } from "./layout.js";
import { escapeId, optionElementId } from "./option.js";
import { OptionView } from "./option-view.js";
import type { PickerState } from "./state.js";
import type { PickerWords } from "./words.js";

/** What a list is drawn from. */
export interface ListModel {
  readonly state: PickerState;
  readonly words: PickerWords;
  /** Null until there is one: nothing is marked then. */
  readonly core: Core | null;
  readonly heights: RowHeights;
}

export interface SectionModel extends Omit<ListModel, "state"> {
  readonly group: GroupState;
  readonly box: SectionBox;
  /** What of the list the section's element may cover. */
  readonly clip: { readonly from: number; readonly to: number };
  /** From the list's pixels to those that are scrolled. */
  readonly shift: number;
  /** Options in view: `[first, end)`. */
  readonly first: number;
  readonly end: number;
  /** Index of the active option; null where it is in another group. */
  readonly active: number | null;
  /** Options of the groups before. */
  readonly position: number;
  readonly total: number;
}

export class SectionView {
  readonly element: HTMLElement;
  readonly #heading: HTMLElement;
  readonly #name: HTMLElement;
  readonly #best: HTMLElement;
  readonly #note: HTMLElement;
  readonly #options = new Map<string, OptionView>();

  constructor(id: string) {
    const name = `heading-${escapeId(id)}`;
    this.#name = make("span", { id: name });
    this.#best = make("span", { class: "best", "aria-hidden": "true" });
    const parts = { part: "heading", class: "heading", role: "presentation" };
    this.#heading = make("div", parts, this.#name, this.#best);
    this.#note = make(
      "div",
      { part: "note", class: "note", role: "presentation" },
      make("span", {}),
    );
    const group = { part: "group", role: "group", "aria-labelledby": name };
    this.element = make("div", group, this.#heading, this.#note);
  }

  /** The index of the option that this element is; null for an element of another section. */
  indexOf(element: Element): number | null {
    const view = this.#options.get(element.id);
    return view?.element === element ? view.index : null;
  }

  render(model: SectionModel): void {
    const { box, clip, shift } = model;
    const top = Math.max(box.top, clip.from);
    setPixels(this.element.style, "top", top + shift);
    setPixels(this.element.style, "height", Math.max(0, Math.min(box.bottom, clip.to) - top));
    this.#renderHead(model);
    this.#renderOptions(model, top);
  }

  #renderHead({ group, words }: SectionModel): void {
    const { heading, options, status, problem, more } = group;
    this.#heading.hidden = heading === "";
    setText(this.#name, heading);
    setText(this.#best, more && options.length > 0 ? words.best(options.length) : "");
    // A group without a heading still needs a name, and its id is all there is.
    setAttribute(this.element, "aria-label", heading === "" ? group.id : null);
    setAttribute(this.element, "aria-labelledby", heading === "" ? null : this.#name.id);
    this.#note.hidden = options.length > 0;
    this.#note.classList.toggle("problem", status === "failed");
    this.#note.part.toggle("problem", status === "failed");
    const note = this.#note.firstElementChild;
    if (note !== null) setText(note, problem === null ? words.loading : words.failed("", problem));
  }

  #renderOptions(model: SectionModel, top: number): void {
    const kept = new Set<string>();
    let previous: Element = this.#note;
    for (const index of indexesOf(model)) {
      const view = this.#renderOption(model, index, top);
      if (view === null) continue;
      kept.add(view.element.id);
      if (previous.nextElementSibling !== view.element) previous.after(view.element);
      previous = view.element;
    }
    for (const [id, view] of this.#options) {
      if (kept.has(id)) continue;
      view.element.remove();
      this.#options.delete(id);
    }
  }

  #renderOption(model: SectionModel, index: number, top: number): OptionView | null {
    const { group, box, heights, core } = model;
    const option = group.options.at(index);
    if (option === null) return null;
    const id = optionElementId(group.id, option);
    const view = this.#options.get(id) ?? new OptionView(id);
    this.#options.set(id, view);
    view.render({
      option,
      index,
      core,
      query: group.query,
      active: index === model.active,
      position: model.position + index + 1,
      total: model.total,
      top: box.optionsTop + index * heights.option - top,
    });
    return view;
  }
}

/** Those in view, and the active one wherever it is, in order. */
function indexesOf({ first, end, active }: SectionModel): number[] {
  const indexes = Array.from({ length: end - first }, (_, at) => first + at);
  if (active === null || (active >= first && active < end)) return indexes;
  return active < first ? [active, ...indexes] : [...indexes, active];
}
