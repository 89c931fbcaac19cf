import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PickerSelectDetail } from "../../dist/picker/index.js";
import {
  DESKS,
  heard,
  inputOf,
  mount,
  part,
  PEOPLE,
  press,
  type,
  unmountAll,
} from "./picker-support.js";

afterEach(unmountAll);

describe("as part of a form and a page", () => {
  test("sends the chosen id, resets, and is disabled with its fieldset", async () => {
    const form = document.createElement("form");
    const fieldset = document.createElement("fieldset");
    form.append(fieldset);
    document.body.append(form);
    const picker = mount([PEOPLE], { name: "who", required: "" });
    fieldset.append(picker);
    expect(form.checkValidity()).toBe(false);
    expect([...new FormData(form)]).toEqual([["who", ""]]);
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

  test("is disabled from the start where its attribute says so", () => {
    const picker = mount([PEOPLE], { disabled: "" });
    expect([picker.disabled, inputOf(picker).disabled]).toEqual([true, true]);
    picker.disabled = false;
    expect(inputOf(picker).disabled).toBe(false);
  });

  test("what was chosen is replaced by the next key after a click", async () => {
    const picker = mount([PEOPLE]);
    picker.value = "u3";
    await userEvent.click(inputOf(picker));
    await press("o");
    expect(picker).toMatchObject({ query: "o", value: "" });
  });

  test("speaks another language where it is given one", async () => {
    const picker = mount([PEOPLE]);
    picker.words = { empty: "Nichts gefunden", clear: "Leeren" };
    await type(picker, "zzz");
    expect(part(picker, '[part~="empty"]').textContent).toBe("Nichts gefunden");
    expect(part(picker, "button.clear").getAttribute("aria-label")).toBe("Leeren");
    expect(picker.words.loading).toBe("Searching…");
  });

  test("says what a form needs in the words that it was given later", () => {
    // A form shows it, and nothing else can read it.
    const told = vi.spyOn(ElementInternals.prototype, "setValidity");
    try {
      const picker = mount([PEOPLE], { required: "" });
      expect(told.mock.lastCall?.[1]).toBe("Choose one of the options.");
      picker.words = { required: "Bitte wählen" };
      expect(told.mock.lastCall?.[1]).toBe("Bitte wählen");
    } finally {
      told.mockRestore();
    }
  });

  test("takes its name from its label, an `aria-label`, or a label around it", () => {
    const label = document.createElement("label");
    label.append("Who ");
    document.body.append(label);
    const picker = mount([PEOPLE]);
    const name = () => inputOf(picker).getAttribute("aria-label");
    expect([name(), part(picker, ".label").textContent]).toEqual([null, "Find"]);
    picker.removeAttribute("label");
    expect([name(), part(picker, ".label").hidden]).toEqual(["Search", true]);
    label.append(picker);
    expect(name()).toBe("Who");
    picker.setAttribute("aria-label", "Somebody");
    expect(name()).toBe("Somebody");
    label.remove();
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

  test.each(["around", "beside"])(
    "a popup follows a shadow tree that scrolls %s it",
    async (where) => {
      const host = document.createElement("div");
      const root = host.attachShadow({ mode: "open" });
      const scroller = document.createElement("div");
      scroller.style.cssText = "height: 200px; overflow: auto";
      const room = document.createElement("div");
      room.style.cssText = "height: 900px; padding-block-start: 80px";
      scroller.append(room);
      root.append(scroller);
      document.body.append(host);
      const picker = mount([PEOPLE]);
      if (where === "around") room.append(picker);
      else {
        room.append(document.createElement("slot"));
        host.append(picker);
      }
      await userEvent.click(inputOf(picker));
      const gap = () => {
        const field = part(picker, ".field").getBoundingClientRect();
        return part(picker, ".popup").getBoundingClientRect().top - field.bottom;
      };
      const before = gap();
      const scrolled = new Promise((resolve) => scroller.addEventListener("scroll", resolve));
      scroller.scrollTop = 60;
      await scrolled;
      await expect.poll(gap).toBeCloseTo(before, 0);
      expect(picker.isOpen).toBe(true);
      host.remove();
    },
  );

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
