/** A line across the page that stays until it is put away or something else is opened. */
import { button, h, need, show } from "./dom.js";
import { messageOf } from "./error-view.js";
import { visible } from "./visible.js";

/** Null takes the line away. */
export function notice(error: unknown): void {
  const box = need("notice", HTMLElement);
  show(box, error !== null);
  if (error === null) return box.replaceChildren();
  const said = h("p", { dir: "auto" }, ...visible(messageOf(error)));
  box.replaceChildren(
    said,
    button("Dismiss", () => show(box, false)),
  );
}
