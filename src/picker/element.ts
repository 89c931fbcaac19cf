import type { Core } from "../core/core.js";
import { createCore } from "../core/create-core.js";
import { InvalidArgumentError } from "../model/errors.js";
import { selectDetail, type PickerEventMap } from "./events.js";
import { candidatesOf, checkGroups, type PickerGroup } from "./group.js";
import { PickerMachine } from "./machine.js";
import type { PickerSelection, PickerState } from "./state.js";
import { ENGLISH, type PickerWords } from "./words.js";
import { parseSelection } from "./selection.js";
import { PickerView, type ViewHost } from "./view.js";

/** Outside a browser there is nothing to extend; the class can be named there, and not be made. */
const Base: typeof HTMLElement = Reflect.get(globalThis, "HTMLElement") ?? Object;

/** Set before the element was defined, these would hide the accessors of the class. */
const PROPERTIES = ["core", "groups", "words", "selection", "value", "disabled"] as const;

/**
 * A combobox over lists and searches, by the pattern of ARIA 1.2.
 *
 * Attributes: `label`, `placeholder`, `name`, `disabled`, `required`, `tab-selects` (Tab chooses the
 * active option on its way out). Parts: `label`, `field`, `icon`, `input`, `clear`, `popup`, `list`,
 * `group`, `heading`, `option`, `active`, `text`, `match`, `detail`, `note`, `problem`, `empty`.
 * Custom properties, each `--backread-picker-…`: `surface`, `text`, `muted`, `border`, `line`,
 * `accent`, `active`, `match`, `problem`, `font`, `radius`, `row-height`, `heading-height`,
 * `max-height`. Colours follow the `color-scheme` of the page.
 *
 * Keys: Down and Up step, round at the ends, and open a closed list; PageUp, PageDown, Home and End
 * move in an open list, and in the text while it is closed or Shift or Control is held; Alt+Down opens and
 * Alt+Up closes; Enter chooses; Escape closes, and then clears.
 */
export class BackreadPicker extends Base {
  static readonly formAssociated = true;
  static readonly observedAttributes: readonly string[] = [
    "label",
    "aria-label",
    "placeholder",
    "disabled",
    "required",
  ];

  readonly #internals = this.attachInternals();
  readonly #machine = new PickerMachine({
    core: () => this.#loadCore(),
    render: (state) => this.#render(state),
    queried: (query) => this.#tell("backread-query", { query }),
    chosen: (choice) => {
      this.#tell("backread-select", selectDetail(choice));
      this.dispatchEvent(new Event("change", { bubbles: true }));
    },
    failed: (group, error) => this.#tell("backread-error", { group, error }),
  });
  readonly #view: PickerView;
  #core: Core | Promise<Core> | null = null;
  #words: PickerWords = ENGLISH;
  /** What the form was told; nothing yet. */
  #told: PickerSelection | null | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    this.#view = new PickerView(root, this.#viewHost());
    this.addEventListener("focusin", () => {
      this.#nameView();
      this.#warm();
    });
    this.#render(this.#machine.state);
  }

  connectedCallback(): void {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    this.#nameView();
    this.#render(this.#machine.state);
  }

  disconnectedCallback(): void {
    this.#view.leave();
  }

  attributeChangedCallback(): void {
    this.#nameView();
    this.#renderValidity();
  }

  /** Called for the element's own `disabled` as for that of a fieldset around it. */
  formDisabledCallback(disabled: boolean): void {
    this.#machine.send({ type: "disable", disabled });
  }

  formResetCallback(): void {
    this.clear();
  }

  formStateRestoreCallback(saved: unknown): void {
    if (typeof saved === "string") this.selection = parseSelection(saved);
  }

  /** The groups, in the order shown. Throws `InvalidArgumentError` where two have the same id. */
  get groups(): readonly PickerGroup[] {
    return this.#machine.groups;
  }

  set groups(groups: readonly PickerGroup[]) {
    checkGroups(groups);
    this.#machine.groups = groups.slice();
    if (this.matches(":focus-within")) this.#warm();
  }

  /** What ranks and marks; one is made when it is first needed. Null until it is there. */
  get core(): Core | null {
    return this.#core instanceof Promise ? null : this.#core;
  }

  set core(core: Core | Promise<Core> | null) {
    this.#core = core instanceof Promise ? this.#awaited(core) : core;
    this.#render(this.#machine.state);
  }

  /** The words that the picker says; those left out are English. */
  get words(): PickerWords {
    return this.#words;
  }

  set words(words: Partial<PickerWords>) {
    this.#words = { ...ENGLISH, ...words };
    this.#nameView();
    this.#renderValidity();
    this.#render(this.#machine.state);
  }

  /** What was chosen, until the text is edited. Setting it dispatches nothing. */
  get selection(): PickerSelection | null {
    return this.#machine.state.selection;
  }

  set selection(selection: PickerSelection | null) {
    this.#machine.send({ type: "select", selection });
  }

  /** The id chosen, as a form sends it; "" for none. */
  get value(): string {
    return this.selection?.id ?? "";
  }

  /** Throws `InvalidArgumentError` for an id that no list of the picker holds. */
  set value(id: string) {
    this.selection = id === "" ? null : findSelection(this.groups, id);
  }

  /** What stands in the text box. */
  get query(): string {
    return this.#machine.state.text;
  }

  get isOpen(): boolean {
    return this.#machine.state.open;
  }

  get disabled(): boolean {
    return this.hasAttribute("disabled");
  }

  set disabled(disabled: boolean) {
    this.toggleAttribute("disabled", disabled);
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** Moves the focus here and shows the list. */
  open(): void {
    this.#view.input.focus();
    this.#machine.send({ type: "open", intent: "none" });
  }

  close(): void {
    this.#machine.send({ type: "close" });
  }

  /** Empties the text box, forgets the selection and closes the list; dispatches nothing. */
  clear(): void {
    this.selection = null;
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  #viewHost(): ViewHost {
    const machine = this.#machine;
    return {
      send: (...events) => machine.send(...events),
      state: () => machine.state,
      words: () => this.#words,
      core: () => this.core,
      tabChooses: () => this.hasAttribute("tab-selects"),
      submit: () => this.form?.requestSubmit(),
    };
  }

  #render(state: PickerState): void {
    this.#view.render(state);
    if (state.selection === this.#told) return;
    this.#told = state.selection;
    this.#internals.setFormValue(this.value, JSON.stringify(state.selection));
    this.#renderValidity();
  }

  #renderValidity(): void {
    const valueMissing = this.hasAttribute("required") && this.value === "";
    if (valueMissing)
      this.#internals.setValidity({ valueMissing }, this.#words.required, this.#view.input);
    else this.#internals.setValidity({});
  }

  #nameView(): void {
    const label = this.getAttribute("label");
    const labels = Array.from(this.#internals.labels, ({ textContent }) => textContent?.trim());
    const name = this.getAttribute("aria-label") ?? (labels.join(" ") || this.#words.name);
    this.#view.setNames({ label, name, placeholder: this.getAttribute("placeholder") ?? "" });
  }

  /** Loads and packs before the first key asks for it; what fails says so when it is asked. */
  #warm(): void {
    const ready = async (): Promise<void> => {
      await this.#loadCore();
      await this.#machine.prepare();
    };
    ready().catch(() => {});
  }

  #loadCore(): Core | Promise<Core> {
    this.#core ??= this.#awaited(createCore());
    return this.#core;
  }

  #awaited(loading: Promise<Core>): Promise<Core> {
    loading.then(
      (core) => this.#settleCore(loading, core),
      () => this.#settleCore(loading, null),
    );
    return loading;
  }

  /** What could not be loaded is tried again when it is next needed. */
  #settleCore(loading: Promise<Core>, core: Core | null): void {
    if (this.#core !== loading) return;
    this.#core = core;
    this.#render(this.#machine.state);
  }

  #tell<Name extends keyof PickerEventMap>(
    name: Name,
    detail: PickerEventMap[Name]["detail"],
  ): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}

function findSelection(groups: readonly PickerGroup[], id: string): PickerSelection {
  for (const group of groups) {
    const found = candidatesOf(group)?.find((candidate) => candidate.id === id);
    if (found !== undefined) return { group: group.id, id, label: found.label };
  }
  throw InvalidArgumentError.of("value", "is the id of no candidate; set `selection` instead");
}
