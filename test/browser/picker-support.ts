import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { definePicker, type BackreadPicker, type PickerGroup } from "../../dist/picker/index.js";

definePicker();

const mounted: BackreadPicker[] = [];

/** A picker in the page, below the top so that its popup has room. */
export function mount(
  groups: readonly PickerGroup[],
  attributes: Record<string, string> = {},
): BackreadPicker {
  const picker = document.createElement("backread-picker");
  for (const [name, value] of Object.entries({ label: "Find", ...attributes }))
    picker.setAttribute(name, value);
  picker.groups = groups;
  document.body.append(picker);
  mounted.push(picker);
  return picker;
}

export function unmountAll(): void {
  for (const picker of mounted.splice(0)) picker.remove();
}

export function part(picker: BackreadPicker, selector: string): HTMLElement {
  return picker.shadowRoot!.querySelector<HTMLElement>(selector)!;
}

export function inputOf(picker: BackreadPicker): HTMLInputElement {
  return picker.shadowRoot!.querySelector("input")!;
}

export function listOf(picker: BackreadPicker): HTMLElement {
  return part(picker, '[role="listbox"]');
}

export function optionsOf(picker: BackreadPicker): HTMLElement[] {
  return [...picker.shadowRoot!.querySelectorAll<HTMLElement>('[role="option"]')];
}

export function labelsOf(picker: BackreadPicker): string[] {
  return optionsOf(picker).map((option) => option.querySelector(".text")?.textContent ?? "");
}

/** The option that the text box refers to, found as a browser finds it. */
export function activeOf(picker: BackreadPicker): HTMLElement | null {
  const id = inputOf(picker).getAttribute("aria-activedescendant");
  if (id === null) return null;
  const option = picker.shadowRoot!.getElementById(id);
  expect(option, `an element with the id ${id}`).not.toBeNull();
  expect(option!.getAttribute("aria-selected")).toBe("true");
  return option;
}

export function activeLabel(picker: BackreadPicker): string | null {
  return activeOf(picker)?.querySelector(".text")?.textContent ?? null;
}

export function statusOf(picker: BackreadPicker): string {
  return part(picker, '[role="status"]').textContent ?? "";
}

/** The details of what a picker tells. */
export function heard<Detail>(target: EventTarget, name: string): Detail[] {
  const details: Detail[] = [];
  target.addEventListener(name, (event) => details.push((event as CustomEvent<Detail>).detail));
  return details;
}

/** Types as a user does and waits until every group has answered. */
export async function type(picker: BackreadPicker, text: string): Promise<void> {
  if (picker.shadowRoot!.activeElement === null) await userEvent.click(inputOf(picker));
  await userEvent.keyboard(text);
  await settled(picker);
}

export async function settled(picker: BackreadPicker): Promise<void> {
  const isBusy = (): boolean => part(picker, ".field").hasAttribute("data-busy");
  await expect.poll(isBusy).toBe(false);
}

export function press(key: string): Promise<void> {
  return userEvent.keyboard(key);
}

export const PEOPLE: PickerGroup = {
  id: "people",
  heading: "People",
  candidates: [
    { id: "u1", label: "Sam Lee" },
    { id: "u2", label: "Sam Lee" },
    { id: "u3", label: "Valentina Rossi", detail: "on call" },
    { id: "u4", label: "Oswald Vale" },
  ],
};

export const DESKS: PickerGroup = {
  id: "desks",
  heading: "Desks",
  candidates: [
    { id: "d1", label: "valves", detail: "intake and pumps" },
    { id: "d2", label: "vault" },
  ],
};

export function many(count: number, chars: number): { id: string; label: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const head = `entry ${index.toString(36)} `;
    return { id: `e${index}`, label: head.padEnd(chars, "lorem ipsum dolor sit amet ") };
  });
}
