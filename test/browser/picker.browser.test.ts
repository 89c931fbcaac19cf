import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createCore, createRecall } from "../../dist/index.js";
import type { PickerItem, PickerSelectDetail, PickerSource } from "../../dist/picker/index.js";
import {
  activeLabel,
  activeOf,
  DESKS,
  inputOf,
  labelsOf,
  listOf,
  mount,
  optionsOf,
  part,
  PEOPLE,
  press,
  settled,
  statusOf,
  type,
  unmountAll,
} from "./picker-support.js";

afterEach(unmountAll);

/** The details of what a picker tells. */
function heard<Detail>(target: EventTarget, name: string): Detail[] {
  const details: Detail[] = [];
  target.addEventListener(name, (event) => details.push((event as CustomEvent<Detail>).detail));
  return details;
}

describe("the keyboard", () => {
  test("goes the whole path: type, step round, ends, choose, reopen, close, clear, leave", async () => {
    const picker = mount([PEOPLE, DESKS]);
    const chosen = heard<PickerSelectDetail>(picker, "backread-select");
    await type(picker, "val");
    const found = labelsOf(picker);
    expect(found).toEqual(["Valentina Rossi", "Oswald Vale", "valves", "vault"]);
    expect(activeLabel(picker)).toBe(found[0]);
    await press("{ArrowDown}{ArrowDown}");
    expect(activeLabel(picker)).toBe("valves");
    await press("{End}");
    expect(activeLabel(picker)).toBe("vault");
    await press("{ArrowDown}");
    expect(activeLabel(picker)).toBe("Valentina Rossi");
    await press("{ArrowUp}");
    expect(activeLabel(picker)).toBe("vault");
    await press("{Home}");
    expect(activeLabel(picker)).toBe("Valentina Rossi");
    await press("{PageDown}");
    expect(activeLabel(picker)).toBe("vault");
    await press("{PageUp}");
    expect(activeLabel(picker)).toBe("Valentina Rossi");
    expect(picker.shadowRoot!.activeElement).toBe(inputOf(picker));

    await press("{Enter}");
    expect(chosen.map(({ group, id, label }) => ({ group, id, label }))).toEqual([
      { group: "people", id: "u3", label: "Valentina Rossi" },
    ]);
    expect(picker).toMatchObject({ value: "u3", isOpen: false, query: "Valentina Rossi" });

    await press("{ArrowDown}");
    expect(picker.isOpen).toBe(true);
    expect(labelsOf(picker)).toHaveLength(6);
    expect(activeLabel(picker)).toBe("Sam Lee");
    await press("{Escape}");
    expect(picker).toMatchObject({ isOpen: false, query: "Valentina Rossi", value: "u3" });
    await press("{Escape}");
    expect(picker).toMatchObject({ query: "", value: "" });

    await press("{ArrowUp}");
    expect(activeLabel(picker)).toBe("vault");
    await press("{Tab}");
    expect(picker.isOpen).toBe(false);
    expect(picker.shadowRoot!.activeElement).toBeNull();
    expect(chosen).toHaveLength(1);
  });

  test("Tab takes the active option along where `tab-selects` is set", async () => {
    const picker = mount([PEOPLE], { "tab-selects": "" });
    await type(picker, "oswald");
    await press("{Tab}");
    expect(picker.value).toBe("u4");
    expect(picker.shadowRoot!.activeElement).toBeNull();
  });

  test("Alt opens and closes without choosing; Enter without an active option does nothing", async () => {
    const picker = mount([PEOPLE]);
    const chosen = heard(picker, "backread-select");
    inputOf(picker).focus();
    await press("{Alt>}{ArrowDown}{/Alt}");
    expect([picker.isOpen, activeOf(picker)]).toEqual([true, null]);
    await press("{Enter}");
    expect([picker.isOpen, chosen]).toEqual([true, []]);
    await press("{Alt>}{ArrowUp}{/Alt}");
    expect(picker.isOpen).toBe(false);
  });

  test("Home and End move the caret while the list is closed", async () => {
    const picker = mount([PEOPLE]);
    await type(picker, "sam");
    await press("{Escape}{Home}");
    expect(inputOf(picker).selectionStart).toBe(0);
    await press("{End}");
    expect(inputOf(picker).selectionStart).toBe(3);
    expect(picker.isOpen).toBe(false);
  });
});

describe("the tree that assistive technology sees", () => {
  test("is a combobox of ARIA 1.2 over a grouped listbox", async () => {
    const picker = mount([PEOPLE, DESKS]);
    const input = inputOf(picker);
    expect(input.getAttribute("aria-expanded")).toBe("false");
    await type(picker, "val");
    const root = picker.shadowRoot!;
    expect(input.getAttribute("role")).toBe("combobox");
    expect(input.getAttribute("aria-expanded")).toBe("true");
    expect(input.getAttribute("aria-autocomplete")).toBe("list");
    expect(root.getElementById(input.getAttribute("aria-controls")!)).toBe(listOf(picker));
    const hint = root.getElementById(input.getAttribute("aria-describedby")!);
    expect(hint?.textContent).toContain("arrow keys");
    const groups = [...root.querySelectorAll('[role="group"]')];
    const names = groups.map(
      (group) => root.getElementById(group.getAttribute("aria-labelledby")!)?.textContent,
    );
    expect(names).toEqual(["People", "Desks"]);
    const places = optionsOf(picker).map((option) => [
      option.getAttribute("aria-posinset"),
      option.getAttribute("aria-setsize"),
    ]);
    expect(places).toEqual([
      ["1", "4"],
      ["2", "4"],
      ["3", "4"],
      ["4", "4"],
    ]);
    expect(statusOf(picker)).toBe("4 options");
    expect(part(picker, '[role="status"]').getAttribute("aria-live")).toBe("polite");
  });

  test("keeps an option's id however the list around it changes", async () => {
    const picker = mount([PEOPLE]);
    await type(picker, "vale");
    const idOf = (label: string) =>
      optionsOf(picker).find((option) => option.textContent!.includes(label))?.id;
    const id = idOf("Oswald");
    await press("{Control>}a{/Control}o");
    await settled(picker);
    expect(id).toBeDefined();
    expect(idOf("Oswald")).toBe(id);
  });

  test("says what was cut by the limit", async () => {
    const picker = mount([{ ...PEOPLE, limit: 1 }]);
    await type(picker, "a");
    expect(labelsOf(picker)).toHaveLength(1);
    expect(statusOf(picker)).toBe("1 option, the best of more. Type on to narrow them.");
  });

  test("says that nothing matches, where no option and no heading is left", async () => {
    const picker = mount([PEOPLE]);
    await type(picker, "zzz");
    expect(statusOf(picker)).toBe("Nothing matches");
    expect(part(picker, ".popup").innerText.trim()).toBe("Nothing matches");
    expect(inputOf(picker).hasAttribute("aria-activedescendant")).toBe(false);
  });
});

describe("what is listed", () => {
  test("an empty box lists everything in the order given, the whole rank of `recall` any other", async () => {
    const core = await createCore();
    const recall = createRecall({ core });
    const picker = mount([PEOPLE]);
    picker.core = core;
    await userEvent.click(inputOf(picker));
    expect(labelsOf(picker)).toEqual(["Sam Lee", "Sam Lee", "Valentina Rossi", "Oswald Vale"]);
    const people = "candidates" in PEOPLE ? PEOPLE.candidates : [];
    for (const query of ["a", "e", "sl", "on"]) {
      picker.clear();
      await type(picker, query);
      const ids = recall.rank(query, people).map(({ id }) => id);
      expect(optionsOf(picker).map(({ id }) => id)).toEqual(
        ids.map((id) => `option-people-${id}-0`),
      );
    }
  });

  test("equal labels are told apart by their ids and are both chosen", async () => {
    const picker = mount([PEOPLE]);
    for (const [at, id] of [
      [0, "u1"],
      [1, "u2"],
    ] as const) {
      picker.clear();
      await type(picker, "sam");
      expect(optionsOf(picker).map((option) => option.innerText.replace(/\s+/g, " "))).toEqual([
        "Sam Lee u1",
        "Sam Lee u2",
      ]);
      if (at === 1) await press("{ArrowDown}");
      await press("{Enter}");
      expect(picker.value).toBe(id);
    }
  });

  test("even equal ids are options of their own", async () => {
    const twins = [
      { id: "x", label: "twin", detail: "first" },
      { id: "x", label: "twin", detail: "second" },
    ];
    const picker = mount([{ id: "g", heading: "", candidates: twins }]);
    const chosen = heard<PickerSelectDetail>(picker, "backread-select");
    await type(picker, "second");
    expect(labelsOf(picker)).toEqual(["twin"]);
    await press("{Enter}");
    picker.clear();
    await type(picker, "twin");
    expect(new Set(optionsOf(picker).map(({ id }) => id)).size).toBe(2);
    await press("{ArrowDown}{Enter}");
    expect(chosen.map(({ item }) => item)).toEqual([twins[1], twins[1]]);
    expect(chosen[0]?.item).toBe(twins[1]);
  });

  test("marks what matched, where it matched", async () => {
    const picker = mount([PEOPLE, DESKS]);
    const marks = () =>
      optionsOf(picker).map((option) =>
        [...option.querySelectorAll('mark[part="match"]')].map(({ textContent }) => textContent),
      );
    await type(picker, "vale");
    expect(marks()).toEqual([["Vale"], ["Vale"], ["val", "e"]]);
    picker.clear();
    await type(picker, "pump");
    expect(optionsOf(picker).map(({ innerText }) => innerText)[0]).toContain("intake and pumps");
    expect(marks()[0]).toEqual(["pump"]);
  });

  test("brings a match into sight that stands far back in a long label", async () => {
    const label = `${"word ".repeat(50)}needle ${"word ".repeat(10)}`;
    const picker = mount([{ id: "g", heading: "G", candidates: [{ id: "1", label }] }]);
    await type(picker, "needle");
    const mark = part(picker, "mark").getBoundingClientRect();
    const text = part(picker, ".text").getBoundingClientRect();
    expect(mark.right).toBeLessThan(text.right);
  });

  test("a label is text, whatever is in it", async () => {
    const label = "<img src=x onerror=alert(1)> ‮evil";
    const picker = mount([{ id: "g", heading: "<b>G</b>", candidates: [{ id: " a b ", label }] }]);
    await type(picker, "evil");
    expect(labelsOf(picker)).toEqual([label]);
    expect(part(picker, "img")).toBeNull();
    expect(activeOf(picker)).not.toBeNull();
    expect(part(picker, '[role="group"] b')).toBeNull();
  });
});

describe("input methods", () => {
  test("ask nothing before the text is composed, and keep their Enter", async () => {
    const source = vi.fn<PickerSource>(async (query) => [{ id: query, label: query }]);
    const picker = mount([{ id: "s", heading: "S", source }]);
    const queries = heard<{ query: string }>(picker, "backread-query");
    const chosen = heard(picker, "backread-select");
    const input = inputOf(picker);
    input.focus();
    input.dispatchEvent(new CompositionEvent("compositionstart"));
    for (const text of ["ｎ", "に", "にほん"]) {
      input.value = text;
      input.dispatchEvent(
        new InputEvent("input", { isComposing: true, bubbles: true, composed: true }),
      );
    }
    const enter = { key: "Enter", isComposing: true, cancelable: true, bubbles: true };
    const composing = new KeyboardEvent("keydown", enter);
    input.dispatchEvent(composing);
    expect([source.mock.calls, queries, picker.isOpen, composing.defaultPrevented]).toEqual([
      [],
      [],
      false,
      false,
    ]);
    input.value = "日本";
    input.dispatchEvent(new CompositionEvent("compositionend", { data: "日本" }));
    await settled(picker);
    expect(source.mock.calls.map(([query]) => query)).toEqual(["日本"]);
    expect(queries).toEqual([{ query: "日本" }]);
    // Safari ends the composition first and then sends its Enter, known by its code alone.
    input.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, cancelable: true }),
    );
    expect(chosen).toEqual([]);
    await press("{Enter}");
    expect(chosen).toHaveLength(1);
  });
});

describe("sources", () => {
  /** A source whose answers come when the test says so. */
  function held() {
    const calls: {
      query: string;
      signal: AbortSignal;
      resolve(items: PickerItem[]): void;
      reject(error: Error): void;
    }[] = [];
    const source: PickerSource = (query, { signal }) =>
      new Promise((resolve, reject) => {
        calls.push({ query, signal: signal as AbortSignal, resolve, reject });
      });
    return { calls, source };
  }

  const item = (label: string): PickerItem => ({ id: label, label });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

  test("late answers and late failures are dropped, and their requests given up", async () => {
    const { calls, source } = held();
    const picker = mount([{ id: "s", heading: "S", source }]);
    const errors = heard(picker, "backread-error");
    inputOf(picker).focus();
    await press("abc");
    expect(calls.map(({ query, signal }) => [query, signal.aborted])).toEqual([
      ["a", true],
      ["ab", true],
      ["abc", false],
    ]);
    calls[0]!.resolve([item("late a")]);
    calls[1]!.reject(new Error("late failure"));
    await turn();
    expect(labelsOf(picker)).toEqual([]);
    expect(statusOf(picker)).toBe("Searching…");
    calls[2]!.resolve([item("abc now")]);
    await settled(picker);
    expect(labelsOf(picker)).toEqual(["abc now"]);
    calls[0]!.resolve([item("later still")]);
    await turn();
    expect(labelsOf(picker)).toEqual(["abc now"]);
    expect(errors).toEqual([]);
  });

  test("answers shown stay until the next come, and are not taken by Enter unasked", async () => {
    const { calls, source } = held();
    const picker = mount([{ id: "s", heading: "S", source }]);
    const chosen = heard(picker, "backread-select");
    inputOf(picker).focus();
    await press("a");
    calls[0]!.resolve([item("old")]);
    await settled(picker);
    await press("b");
    expect(labelsOf(picker)).toEqual(["old"]);
    expect(activeOf(picker)).toBeNull();
    await press("{Enter}");
    expect(chosen).toEqual([]);
  });

  test("a failure is shown, said and told; the next question tries again", async () => {
    const cause = new Error("the worker stopped");
    const source = vi
      .fn<PickerSource>()
      .mockRejectedValueOnce(cause)
      .mockResolvedValue([item("fine")]);
    const picker = mount([{ id: "s", heading: "Messages", source }, PEOPLE]);
    const errors = heard<{ group: string; error: unknown }>(picker, "backread-error");
    await type(picker, "s");
    // The click that came first has asked for the whole list.
    expect(errors).toEqual([{ group: "s", error: cause }]);
    picker.close();
    source.mockRejectedValueOnce(cause);
    await type(picker, "a");
    expect(part(picker, ".note.problem").textContent).toBe("Not searched: the worker stopped");
    expect(statusOf(picker)).toContain("Messages not searched: the worker stopped");
    expect(labelsOf(picker)).toContain("Sam Lee");
    await type(picker, "m");
    expect(part(picker, ".note.problem")).toBeNull();
    expect(labelsOf(picker)[0]).toBe("fine");
  });

  test.each([
    [
      "throws at once",
      () => {
        throw new Error("at once");
      },
      "at once",
    ],
    [
      "answers with no list",
      async () => "text",
      "source must answer with items of an id and a label",
    ],
    [
      "answers with no items",
      async () => [{ id: 1 }],
      "source must answer with items of an id and a label",
    ],
  ])("one that %s is a failure like any other", async (_, source, reason) => {
    const picker = mount([{ id: "s", heading: "S", source: source as unknown as PickerSource }]);
    await type(picker, "a");
    expect(part(picker, ".note.problem").textContent).toBe(`Not searched: ${reason}`);
  });

  test("a list that cannot be packed is a failure too", async () => {
    const candidates = [{ id: "1", label: "x".repeat(70_000) }];
    const picker = mount([{ id: "s", heading: "S", candidates }]);
    const errors = heard<{ error: { code: string } }>(picker, "backread-error");
    await type(picker, "x");
    expect(errors.map(({ error }) => error.code)).toEqual(["candidate_too_large"]);
  });
});

describe("the mouse", () => {
  test("points, chooses and keeps the focus in the text box", async () => {
    const picker = mount([PEOPLE, DESKS]);
    await type(picker, "val");
    const target = optionsOf(picker)[2]!;
    await userEvent.hover(target);
    expect(activeLabel(picker)).toBe("valves");
    const before = listOf(picker).scrollTop;
    await userEvent.click(target);
    expect(listOf(picker).scrollTop).toBe(before);
    expect(picker).toMatchObject({ value: "d1", isOpen: false });
    expect(picker.shadowRoot!.activeElement).toBe(inputOf(picker));
  });

  test("a pointer at rest points at nothing when the list moves below it", async () => {
    const picker = mount([PEOPLE]);
    await userEvent.click(inputOf(picker));
    const list = listOf(picker);
    const at = { clientX: 50, clientY: 50, bubbles: true, composed: true, pointerType: "mouse" };
    const first = optionsOf(picker)[1]!;
    first.dispatchEvent(new PointerEvent("pointermove", at));
    expect(activeOf(picker)).toBe(first);
    optionsOf(picker)[2]!.dispatchEvent(new PointerEvent("pointermove", at));
    expect(activeOf(picker)).toBe(first);
    const finger = { ...at, clientX: 51, pointerType: "touch" };
    optionsOf(picker)[2]!.dispatchEvent(new PointerEvent("pointermove", finger));
    expect(activeOf(picker)).toBe(first);
    expect(list.scrollTop).toBe(0);
  });

  test("clears by the button; closes by a click elsewhere", async () => {
    const picker = mount([PEOPLE]);
    const elsewhere = document.createElement("button");
    elsewhere.textContent = "elsewhere";
    document.body.prepend(elsewhere);
    await type(picker, "sam");
    await userEvent.click(part(picker, "button.clear"));
    expect(picker).toMatchObject({ query: "", isOpen: true });
    expect(picker.shadowRoot!.activeElement).toBe(inputOf(picker));
    await userEvent.click(elsewhere);
    expect(picker.isOpen).toBe(false);
    elsewhere.remove();
  });
});

describe("as part of a form and a page", () => {
  test("sends the chosen id, resets, and is disabled with its fieldset", async () => {
    const form = document.createElement("form");
    const fieldset = document.createElement("fieldset");
    form.append(fieldset);
    document.body.append(form);
    const picker = mount([PEOPLE], { name: "who", required: "" });
    fieldset.append(picker);
    expect(form.checkValidity()).toBe(false);
    await type(picker, "oswald");
    await press("{Enter}");
    expect([...new FormData(form)]).toEqual([["who", "u4"]]);
    expect(form.checkValidity()).toBe(true);
    form.reset();
    expect([picker.value, picker.query, [...new FormData(form)][0]?.[1]]).toEqual(["", "", ""]);
    fieldset.disabled = true;
    expect(inputOf(picker).disabled).toBe(true);
    picker.open();
    expect(picker.isOpen).toBe(false);
    fieldset.disabled = false;
    expect(inputOf(picker).disabled).toBe(false);
    form.remove();
  });

  test("Enter in a closed list submits its form", async () => {
    const form = document.createElement("form");
    const submitted = vi.fn((event: Event) => event.preventDefault());
    form.addEventListener("submit", submitted);
    document.body.append(form);
    const picker = mount([PEOPLE]);
    form.append(picker);
    await type(picker, "oswald");
    await press("{Enter}");
    expect(submitted).not.toHaveBeenCalled();
    await press("{Enter}");
    expect(submitted).toHaveBeenCalledOnce();
    form.remove();
  });

  test("`value` finds a candidate, `selection` takes any; wrong ones are refused", () => {
    const picker = mount([PEOPLE]);
    picker.value = "u3";
    expect(inputOf(picker).value).toBe("Valentina Rossi");
    expect(() => (picker.value = "nobody")).toThrow(/value/);
    picker.selection = { group: "messages", id: "17", label: "a row" };
    expect([picker.value, inputOf(picker).value]).toEqual(["17", "a row"]);
    expect(() => (picker.groups = [PEOPLE, PEOPLE])).toThrow(/twice/);
    expect(() => (picker.groups = [{ ...PEOPLE, limit: -1 }])).toThrow(/limit/);
  });

  test("events bubble out of shadow trees", async () => {
    const host = document.createElement("div");
    const root = host.attachShadow({ mode: "open" });
    document.body.append(host);
    const picker = mount([PEOPLE]);
    root.append(picker);
    const chosen = heard<PickerSelectDetail>(document, "backread-select");
    await type(picker, "oswald");
    await press("{Enter}");
    expect(chosen.map(({ id, hit }) => [id, hit?.kind])).toEqual([["u4", "prefix"]]);
    host.remove();
  });

  test("properties set before the element is defined are taken over", async () => {
    const early = document.createElement("late-picker") as HTMLElement & { groups: unknown };
    early.groups = [PEOPLE];
    document.body.append(early);
    const { definePicker } = await import("../../dist/picker/index.js");
    const Late = definePicker("late-picker");
    expect(early).toBeInstanceOf(Late);
    expect(Object.hasOwn(early, "groups")).toBe(false);
    expect((early as InstanceType<typeof Late>).groups).toEqual([PEOPLE]);
    expect(definePicker("late-picker")).toBe(Late);
    early.remove();
  });

  test("a popup that has no room below its field opens above it", async () => {
    await page.viewport(600, 500);
    const picker = mount([PEOPLE, DESKS]);
    picker.style.cssText = "position: fixed; bottom: 10px; width: 300px";
    await userEvent.click(inputOf(picker));
    const popup = part(picker, ".popup").getBoundingClientRect();
    const field = part(picker, ".field").getBoundingClientRect();
    expect(popup.bottom).toBeLessThanOrEqual(field.top);
    expect(popup.top).toBeGreaterThanOrEqual(0);
    expect([popup.left, popup.width]).toEqual([field.left, field.width]);
  });
});
