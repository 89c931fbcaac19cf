/** Keys that work wherever the focus is, unless something is being typed. */
import type { FindPane } from "./find-pane.js";

export function shortcuts(find: FindPane): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "/" || isTyping(event)) return;
    event.preventDefault();
    find.focus();
  });
}

function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof Element && target.closest("dialog[open]") !== null)
  );
}
