/** What could end a block of markup, or a line, from inside a text. */
const MARKUP = /[<>&\u2028\u2029]/gu;

/** JSON in one line whose texts can neither open nor close a tag of what it stands in. */
export function dataJson(value: unknown): string {
  return JSON.stringify(value).replace(MARKUP, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
