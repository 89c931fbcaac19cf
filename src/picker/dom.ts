/** Elements made by hand: a strict policy may refuse every other way to make them. */

export type Attributes = Readonly<Record<string, string>>;

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** A stroked icon on a 16 × 16 grid. */
export function makeIcon(part: string, path: string): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const icon = document.createElementNS(space, "svg");
  setAttributes(icon, { part, class: part, viewBox: "0 0 16 16", "aria-hidden": "true" });
  const line = document.createElementNS(space, "path");
  setAttributes(line, { d: path });
  icon.append(line);
  return icon;
}

/** Writes only what is not so already; null takes the attribute away. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setPixels(
  style: CSSStyleDeclaration,
  property: "top" | "bottom" | "left" | "width" | "height" | "max-height",
  value: number | null,
): void {
  const text = value === null ? "auto" : `${value}px`;
  if (style.getPropertyValue(property) !== text) style.setProperty(property, text);
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
