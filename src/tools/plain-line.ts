import { showText } from "../recall/frame-text.js";
import { LABEL_CHARS } from "./bounds.js";

const ELLIPSIS = "…";

/** Somebody's words on one line, invisible characters spelled out, cut to whole characters. */
export function plainLine(text: string, limit: number = LABEL_CHARS): string {
  // No more than this is shown of it, however long it is.
  const opening = text.slice(0, limit * 2 + 2);
  const characters = Array.from(showText(opening).lines.join(" "));
  if (characters.length <= limit) return characters.join("");
  return characters.slice(0, limit - 1).join("") + ELLIPSIS;
}

/** A name that others chose, in quotation marks that it cannot close. */
export function quotedName(text: string): string {
  return JSON.stringify(plainLine(text));
}
