/** Keys that work wherever the focus is, unless something is being typed. */

export function shortcuts(focus: () => void): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "/" || isTyping(event)) return;
    event.preventDefault();
    focus();
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
