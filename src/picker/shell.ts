/** The parts of a picker that are always there. */
import { make, makeIcon } from "./dom.js";

export interface Shell {
  readonly label: HTMLLabelElement;
  readonly field: HTMLElement;
  readonly input: HTMLInputElement;
  readonly clear: HTMLButtonElement;
  readonly popup: HTMLElement;
  readonly list: HTMLElement;
  /** As high as all rows together; holds those in view. */
  readonly rows: HTMLElement;
  readonly empty: HTMLElement;
  readonly hint: HTMLElement;
  readonly status: HTMLElement;
  /** Stand unseen for the rows that are measured. */
  readonly probes: { readonly heading: HTMLElement; readonly option: HTMLElement };
}

const MAGNIFIER = "M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9zM10.4 10.4L14 14";
const CROSS = "M4 4l8 8M12 4l-8 8";

export function buildShell(root: ShadowRoot): Shell {
  const input = makeInput();
  const clear = make(
    "button",
    { part: "clear", class: "clear", type: "button", tabindex: "-1", hidden: "" },
    makeIcon("clear-icon", CROSS),
  );
  const busy = make("span", { class: "busy", "aria-hidden": "true" });
  const icon = makeIcon("icon", MAGNIFIER);
  const field = make("div", { part: "field", class: "field" }, icon, input, clear, busy);
  const label = make("label", { part: "label", class: "label", for: "input", hidden: "" });
  const hint = make("span", { id: "hint", class: "unseen" });
  const status = make("div", { class: "unseen", role: "status", "aria-live": "polite" });
  const list = makeList();
  root.append(label, field, hint, status, list.popup);
  return { label, field, input, clear, hint, status, ...list };
}

function makeInput(): HTMLInputElement {
  return make("input", {
    part: "input",
    id: "input",
    type: "text",
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "off",
    autocorrect: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-controls": "list",
    "aria-describedby": "hint",
    "aria-expanded": "false",
  });
}

function makeList(): Pick<Shell, "popup" | "list" | "rows" | "empty" | "probes"> {
  const rows = make("div", { class: "rows", role: "presentation" });
  const list = make("div", { part: "list", id: "list", role: "listbox", tabindex: "-1" }, rows);
  const empty = make("div", { part: "note empty", class: "note", hidden: "" });
  const probes = {
    heading: make("div", { class: "heading" }),
    option: make("div", { class: "option" }),
  };
  const unseen = make(
    "div",
    { class: "probes", "aria-hidden": "true" },
    probes.heading,
    probes.option,
  );
  const popup = make(
    "div",
    { part: "popup", class: "popup", popover: "manual", hidden: "" },
    list,
    empty,
    unseen,
  );
  return { popup, list, rows, empty, probes };
}
