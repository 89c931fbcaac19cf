/** A picker's shadow tree: drawn from its state, and the events of its parts told in the state's terms. */
import type { Core } from "../core/core.js";
import { setAttribute, setText } from "./dom.js";
import { activeElementId, hasRows, ListView } from "./list-view.js";
import { keyAction, type KeyPress } from "./keys.js";
import type { Place } from "./place.js";
import { Popup } from "./popup.js";
import type { ListModel } from "./section-view.js";
import { buildShell, type Shell } from "./shell.js";
import type { PickerEvent, PickerState } from "./state.js";
import { STYLES } from "./styles.js";
import { statusOf, type PickerWords } from "./words.js";

export interface ViewHost {
  send(...events: PickerEvent[]): void;
  state(): PickerState;
  words(): PickerWords;
  core(): Core | null;
  /** Whether Tab takes the active option with it. */
  tabChooses(): boolean;
  /** Enter where there is nothing to choose. */
  submit(): void;
}

/** The names that a picker's text box goes by. */
export interface ViewNames {
  readonly label: string | null;
  /** Read, but not shown, where there is no label. */
  readonly name: string;
  readonly placeholder: string;
}

export class PickerView {
  readonly #host: ViewHost;
  readonly #shell: Shell;
  readonly #list: ListView;
  readonly #popup: Popup;
  /** Where the pointer was: a list that moves below a resting pointer is not pointed at. */
  #pointer = { x: -1, y: -1 };

  constructor(root: ShadowRoot, host: ViewHost) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    this.#host = host;
    this.#shell = buildShell(root);
    this.#list = new ListView(this.#shell);
    this.#popup = new Popup(this.#shell, () => this.render(host.state()));
    this.#listenToText();
    this.#listenToList();
  }

  get input(): HTMLInputElement {
    return this.#shell.input;
  }

  setNames({ label, name, placeholder }: ViewNames): void {
    const { input, label: shown } = this.#shell;
    setText(shown, label ?? "");
    shown.hidden = label === null;
    setAttribute(input, "aria-label", label === null ? name : null);
    setAttribute(input, "placeholder", placeholder === "" ? null : placeholder);
  }

  /** Closes the list. An input method that is cut off at its work never says that it has ended. */
  leave(): void {
    const { value: text } = this.#shell.input;
    if (this.#host.state().composing)
      this.#host.send({ type: "composed", text }, { type: "close" });
    else this.#host.send({ type: "close" });
  }

  render(state: PickerState): void {
    const words = this.#host.words();
    const { clear, hint, status, empty, list } = this.#shell;
    this.#renderText(state);
    clear.hidden = state.text === "" || state.disabled;
    setAttribute(clear, "aria-label", words.clear);
    setText(hint, words.hint);
    setText(empty, words.empty);
    if (state.open) this.#popup.show();
    const nothing = state.open && !hasRows(state);
    empty.hidden = !nothing;
    list.hidden = nothing;
    this.#list.render(this.#model(state));
    if (!state.open) this.#popup.hide();
    setAttribute(this.#shell.input, "aria-activedescendant", activeElementId(state));
    setText(status, statusOf(state, words));
  }

  #renderText(state: PickerState): void {
    const { input, field, list } = this.#shell;
    // An input method's own text is not to be disturbed.
    if (!state.composing && input.value !== state.text) input.value = state.text;
    input.disabled = state.disabled;
    setAttribute(input, "aria-expanded", String(state.open));
    const busy = state.open && state.groups.some(({ status }) => status === "loading");
    field.toggleAttribute("data-busy", busy);
    field.toggleAttribute("data-disabled", state.disabled);
    setAttribute(
      list,
      "aria-label",
      input.getAttribute("aria-label") ?? this.#shell.label.textContent,
    );
  }

  #model(state: PickerState): ListModel {
    const { heights } = this.#popup;
    return { state, words: this.#host.words(), core: this.#host.core(), heights };
  }

  #listenToText(): void {
    const { input, field, clear } = this.#shell;
    const send = (...events: PickerEvent[]): void => this.#host.send(...events);
    input.addEventListener("input", (event) => {
      const composing = event instanceof InputEvent && event.isComposing;
      if (!composing) send({ type: "text", text: input.value });
    });
    input.addEventListener("compositionstart", () => send({ type: "compose" }));
    input.addEventListener("compositionend", () => send({ type: "composed", text: input.value }));
    input.addEventListener("keydown", (event) => this.#onKey(event));
    input.addEventListener("click", () => {
      const { open, selection } = this.#host.state();
      // What was chosen is replaced by the next key, not written on to.
      if (!open && selection !== null) input.select();
      send({ type: "open", intent: "none" });
    });
    input.addEventListener("blur", () => this.leave());
    // What is not the text box itself gives it the focus and keeps it there.
    field.addEventListener("mousedown", (event) => {
      if (event.target === input) return;
      event.preventDefault();
      input.focus();
    });
    clear.addEventListener("click", () => send({ type: "clear" }));
  }

  #listenToList(): void {
    const { list, popup } = this.#shell;
    const send = (...events: PickerEvent[]): void => this.#host.send(...events);
    popup.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("pointermove", (event) => this.#onPointer(event));
    list.addEventListener("click", (event) => {
      const place = this.#placeAt(event.target);
      if (place !== null) send({ type: "choose", place });
    });
    const onScroll = (): void => this.#list.renderRows(this.#model(this.#host.state()));
    list.addEventListener("scroll", onScroll, { passive: true });
  }

  #onKey(event: KeyboardEvent): void {
    const press = pressOf(event, this.#list.pageRows, this.#host.tabChooses());
    const action = keyAction(this.#host.state(), press);
    if (action === null) {
      if (event.key === "Enter" && !press.composing) this.#host.submit();
      return;
    }
    if (event.key !== "Tab") event.preventDefault();
    this.#host.send(...action);
  }

  #onPointer(event: PointerEvent): void {
    const { clientX: x, clientY: y, pointerType } = event;
    const moved = x !== this.#pointer.x || y !== this.#pointer.y;
    this.#pointer = { x, y };
    if (!moved || pointerType === "touch") return;
    const place = this.#placeAt(event.target);
    if (place !== null) this.#host.send({ type: "point", place });
  }

  #placeAt(target: EventTarget | null): Place | null {
    return target instanceof Element ? this.#list.placeOf(target) : null;
  }
}

/** Some browsers send the keys of an input method with this code and nothing else to tell them by. */
const IME_KEY_CODE = 229;

function pressOf(event: KeyboardEvent, pageRows: number, tabChooses: boolean): KeyPress {
  return {
    key: event.key,
    alt: event.altKey,
    shift: event.shiftKey,
    command: event.ctrlKey || event.metaKey,
    composing: event.isComposing || event.keyCode === IME_KEY_CODE,
    pageRows,
    tabChooses,
  };
}
