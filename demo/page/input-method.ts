/** Some browsers send the keys of an input method with this code and nothing else to tell them by. */
const IME_KEY_CODE = 229;

/** Whether a key belongs to an input method. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === IME_KEY_CODE;
}
