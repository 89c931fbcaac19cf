/** Shows the rows of a list that are in view, whatever its length, and keeps their elements. */
import { setAttribute, setPixels } from "./dom.js";
import type { GroupState } from "./group-state.js";
import { layOut, listTop, revealTop, scrollTopOf, windowOf, type ListLayout } from "./layout.js";
import { optionElementId } from "./option.js";
import { optionCount, positionOf, type Place } from "./place.js";
import { SectionView, type ListModel } from "./section-view.js";
import type { Shell } from "./shell.js";
import type { PickerState } from "./state.js";

/** Pixels of a group's box kept beyond the view in a list too long to be laid out whole. */
const REACH = 4000;

export class ListView {
  readonly #list: HTMLElement;
  readonly #rows: HTMLElement;
  readonly #sections = new Map<string, SectionView>();
  #layout: ListLayout = layOut([], { heading: 1, option: 1 });
  #shown: readonly GroupState[] = [];
  #before: PickerState | null = null;

  constructor({ list, rows }: Pick<Shell, "list" | "rows">) {
    this.#list = list;
    this.#rows = rows;
  }

  /** Options that fit in the view. */
  get pageRows(): number {
    return Math.floor(this.#list.clientHeight / this.#layout.heights.option) - 1;
  }

  /** The option that an element shows, or stands in. */
  placeOf(element: Element): Place | null {
    const row = element.closest('[role="option"]');
    if (row === null) return null;
    for (const [group, section] of this.#sections) {
      const index = section.indexOf(row);
      if (index !== null) return { group, index };
    }
    return null;
  }

  render(model: ListModel): void {
    const { state, heights } = model;
    this.#shown = state.groups.filter(isShown);
    this.#layout = layOut(this.#shown.map(shapeOf), heights);
    setPixels(this.#rows.style, "height", this.#layout.scrollHeight);
    setAttribute(this.#list, "aria-busy", String(state.groups.some(isLoading)));
    this.#scroll(state);
    this.#before = state;
    this.renderRows(model);
  }

  /** The same list at another place of its scrolling. */
  renderRows(model: ListModel): void {
    const { state } = model;
    const view = this.#list.clientHeight;
    const top = listTop(this.#layout, this.#list.scrollTop, view);
    const windows = windowOf(this.#layout, top, view);
    const kept = new Set<string>();
    const total = optionCount(this.#shown);
    let previous: Element | null = null;
    for (const [at, group] of this.#shown.entries()) {
      const box = this.#layout.sections[at];
      const inView = windows.find(({ section }) => section === at);
      const active = state.active?.group === group.id ? state.active.index : null;
      // The active option stays in the tree, as the text box refers to it.
      if (box === undefined || (inView === undefined && active === null)) continue;
      kept.add(group.id);
      const section = this.#sectionOf(group.id);
      const reach = this.#layout.height === this.#layout.scrollHeight ? Infinity : REACH;
      const clip = { from: top - reach, to: top + view + reach };
      section.render({
        ...model,
        group,
        box,
        clip,
        shift: this.#list.scrollTop - top,
        first: inView?.first ?? 0,
        end: inView?.end ?? 0,
        active,
        position: positionOf(this.#shown, { group: group.id, index: 0 }),
        total,
      });
      if (section.element.previousElementSibling !== previous || !section.element.isConnected)
        this.#rows.insertBefore(section.element, previous?.nextSibling ?? this.#rows.firstChild);
      previous = section.element;
    }
    this.#drop(kept);
  }

  #scroll(state: PickerState): void {
    const before = this.#before;
    if (before?.text !== state.text || before.open !== state.open) this.#list.scrollTop = 0;
    if (before?.reveals === state.reveals || state.active === null) return;
    const { group, index } = state.active;
    const section = this.#shown.findIndex(({ id }) => id === group);
    const view = this.#list.clientHeight;
    const top = listTop(this.#layout, this.#list.scrollTop, view);
    const wanted = revealTop(this.#layout, { section, index }, { top, view });
    if (wanted !== top) this.#list.scrollTop = scrollTopOf(this.#layout, wanted, view);
  }

  #sectionOf(id: string): SectionView {
    const held = this.#sections.get(id);
    if (held !== undefined) return held;
    const section = new SectionView(id);
    this.#sections.set(id, section);
    return section;
  }

  #drop(kept: ReadonlySet<string>): void {
    for (const [id, section] of this.#sections) {
      if (kept.has(id)) continue;
      section.element.remove();
      this.#sections.delete(id);
    }
  }
}

/** The id of the active option's element. */
export function activeElementId({ active }: PickerState): string | null {
  return active === null ? null : optionElementId(active.group, active);
}

/** Whether there is anything to see in the list. */
export function hasRows({ groups }: PickerState): boolean {
  return groups.some(isShown);
}

/** A group that has nothing to show and nothing to say takes no room. */
function isShown({ options, status }: GroupState): boolean {
  return options.length > 0 || status === "loading" || status === "failed";
}

function isLoading({ status }: GroupState): boolean {
  return status === "loading";
}

function shapeOf({ heading, options }: GroupState): {
  heading: boolean;
  note: boolean;
  options: number;
} {
  return { heading: heading !== "", note: options.length === 0, options: options.length };
}
