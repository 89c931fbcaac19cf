// A label or an id is one line of text: no C0 control, no DEL, and no half of a surrogate pair.
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/u;
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const CONTROLS = /[\u0000-\u001f\u007f]/gu;
const HALF = /\p{Surrogate}/u;

/** Whether a text bears a control character, which no name and no id of a platform has. */
export function bearsControl(text: string): boolean {
  return CONTROL.test(text);
}

/** A label in one line: what names do not bear is U+FFFD, one for one, so that nothing is hidden. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, "\u{fffd}");
}

/** Whether a text can be an id or a label as it is. */
export function isPlain(text: string): boolean {
  return !bearsControl(text) && !HALF.test(text);
}
