import { afterEach, describe, expect, test, vi } from "vitest";
import { cdp, userEvent } from "vitest/browser";
import { createCore, createRecall } from "../../dist/index.js";
import type { PickerSelectDetail, PickerSource } from "../../dist/picker/index.js";
import {
  activeLabel,
  activeOf,
  DESKS,
  heard,
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
      optionsOf(picker).find((option) => option.innerText.includes(label))?.id;
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

  test("B14: equal labels are told apart by their ids and are both chosen", async () => {
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

interface Devtools {
  send(method: string, parameters: Record<string, unknown>): Promise<unknown>;
}

/** What an input method of the machine would do. */
const compose = (text: string): Promise<unknown> => {
  const selection = { selectionStart: text.length, selectionEnd: text.length };
  return (cdp() as unknown as Devtools).send("Input.imeSetComposition", { text, ...selection });
};

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

  test("give way to an option that is chosen, and to the button that clears", async () => {
    const picker = mount([PEOPLE]);
    const input = inputOf(picker);
    await userEvent.click(input);
    await compose("os");
    expect([picker.query, input.value]).toEqual(["", "os"]);
    await userEvent.click(optionsOf(picker).at(2)!);
    expect([picker.value, picker.query, input.value]).toEqual([
      "u3",
      "Valentina Rossi",
      "Valentina Rossi",
    ]);
    picker.clear();
    await type(picker, "va");
    await compose("os");
    await userEvent.click(part(picker, "button.clear"));
    expect([picker.query, input.value]).toEqual(["", ""]);
    await type(picker, "oswald");
    expect([picker.query, labelsOf(picker)]).toEqual(["oswald", ["Oswald Vale"]]);
  });

  test("that are cut off in their work leave a picker that takes text", async () => {
    const picker = mount([PEOPLE]);
    const input = inputOf(picker);
    input.focus();
    input.dispatchEvent(new CompositionEvent("compositionstart"));
    input.value = "os";
    // No browser says that the composition has ended with the element that it was in.
    picker.remove();
    document.body.append(picker);
    expect([picker.query, input.value, picker.isOpen]).toEqual(["os", "os", false]);
    await type(picker, "wald");
    expect([picker.query, labelsOf(picker)]).toEqual(["oswald", ["Oswald Vale"]]);
  });
});

describe("the mouse", () => {
  test("points, chooses and keeps the focus in the text box", async () => {
    const picker = mount([PEOPLE, DESKS]);
    await type(picker, "val");
    const target = optionsOf(picker).at(2)!;
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
    const first = optionsOf(picker).at(1)!;
    first.dispatchEvent(new PointerEvent("pointermove", at));
    expect(activeOf(picker)).toBe(first);
    optionsOf(picker).at(2)!.dispatchEvent(new PointerEvent("pointermove", at));
    expect(activeOf(picker)).toBe(first);
    const finger = { ...at, clientX: 51, pointerType: "touch" };
    optionsOf(picker).at(2)!.dispatchEvent(new PointerEvent("pointermove", finger));
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
