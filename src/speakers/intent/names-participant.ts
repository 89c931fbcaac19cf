import type { RosterSnapshot } from "../roster/roster.js";

/** Letters of a single part of a name that count as the name. */
const LEAST_PART = 3;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether a question names somebody of the roster: by name, by the first part of it, or by handle. */
export function namesParticipant(text: string, { entries }: RosterSnapshot): boolean {
  const plain = folded(text);
  return entries.some(({ handle, name }) => {
    const whole = folded(name).trim();
    const [first = ""] = whole.split(/\s+/u);
    const parts = Array.from(first).length >= LEAST_PART ? [whole, first] : [whole];
    return [handle, ...parts].some((part) => holds(plain, part));
  });
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function holds(text: string, part: string): boolean {
  if (part === "") return false;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? "";
    const after = text.slice(at + part.length).at(0) ?? "";
    if (isEdge(before, part.at(0) ?? "") && isEdge(after, part.at(-1) ?? "")) return true;
  }
  return false;
}

/** Where scripts are written without spaces, a name ends wherever it ends. */
function isEdge(outside: string, inside: string): boolean {
  return !/[\p{L}\p{N}_]/u.test(outside) || UNSPACED.test(inside) || UNSPACED.test(outside);
}
