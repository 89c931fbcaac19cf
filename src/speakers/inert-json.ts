/** What could end a block, or the line, from inside a text. */
const MARKUP = /[<>&\u2028\u2029]/gu;

/** JSON on one line in which no text can close the block that it stands in, nor open another. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(MARKUP, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
