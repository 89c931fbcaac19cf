/** The few ways in which this page makes and finds elements. Text is only ever set as text. */

export type Child = Node | string | null;

/** Makes an element. Attributes are set as they are named; `null` leaves one out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number | null>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null) element.setAttribute(name, String(value));
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function button(text: string, act: () => void, className = "small"): HTMLButtonElement {
  const element = h("button", { type: "button", class: className }, text);
  element.addEventListener("click", act);
  return element;
}

/** An element that the page's own markup holds. */
export function need<Found extends Element>(id: string, type: new () => Found): Found {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`the page has no ${type.name} #${id}`);
}

export function show(element: HTMLElement, visible: boolean): void {
  element.hidden = !visible;
}
