import type { Core } from "../core/core.js";
import type { MatchField, Range } from "../model/match.js";
import { make, setAttribute, setPixels } from "./dom.js";
import { DETAIL_LEAD, LABEL_LEAD, matchRanges, partsOf, type Part } from "./marks.js";
import type { PickerOption } from "./option.js";

export interface OptionModel {
  readonly option: PickerOption;
  readonly index: number;
  readonly core: Core | null;
  /** What the option answers. */
  readonly query: string;
  readonly active: boolean;
  /** 1 for the first of the whole list. */
  readonly position: number;
  readonly total: number;
  readonly top: number;
}

/** The element of one option. Its content is made anew only when something else is to be shown. */
export class OptionView {
  readonly element: HTMLElement;
  #model: OptionModel | null = null;

  constructor(id: string) {
    this.element = make("div", { id, class: "option", role: "option" });
  }

  get index(): number {
    return this.#model?.index ?? -1;
  }

  render(model: OptionModel): void {
    const { element } = this;
    if (!showsTheSame(this.#model, model)) element.replaceChildren(...contentOf(model));
    this.#model = model;
    setAttribute(element, "part", model.active ? "option active" : "option");
    setAttribute(element, "aria-selected", String(model.active));
    setAttribute(element, "aria-posinset", String(model.position));
    setAttribute(element, "aria-setsize", String(model.total));
    setPixels(element.style, "top", model.top);
  }
}

function showsTheSame(before: OptionModel | null, now: OptionModel): boolean {
  if (before === null || before.query !== now.query || before.core !== now.core) return false;
  const [was, is] = [before.option, now.option];
  return was.item === is.item && was.ambiguous === is.ambiguous && was.hit?.field === is.hit?.field;
}

function contentOf({ option, core, query }: OptionModel): HTMLElement[] {
  const { item, hit } = option;
  const met = hit?.field ?? "label";
  const marksOf = (field: MatchField, text: string): readonly Range[] =>
    field === met ? matchRanges(core, query, text) : [];
  const ranges = item.ranges ?? marksOf("label", item.label);
  const label = piecesOf(partsOf(item.label, ranges, LABEL_LEAD));
  const side = sideTexts(option).flatMap(([field, text], at) => {
    const pieces = piecesOf(partsOf(text, marksOf(field, text), DETAIL_LEAD));
    return at === 0 ? pieces : [" · ", ...pieces];
  });
  const content = [make("span", { part: "text", class: "text" }, ...label)];
  if (side.length > 0) content.push(make("span", { part: "detail", class: "detail" }, ...side));
  return content;
}

/** The detail; the id too where only that can tell the option from another, or says why it is here. */
function sideTexts({ item, hit, ambiguous }: PickerOption): [field: MatchField, text: string][] {
  const { id, label, detail } = item;
  const texts: [field: MatchField, text: string][] = [];
  if (detail !== undefined && detail !== null && detail !== "") texts.push(["detail", detail]);
  if ((ambiguous || hit?.field === "id") && id !== label) texts.push(["id", id]);
  return texts;
}

function piecesOf(parts: readonly Part[]): (string | HTMLElement)[] {
  return parts.map(({ text, marked }) => (marked ? make("mark", { part: "match" }, text) : text));
}
