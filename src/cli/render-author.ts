import type { Author } from "../model/message.js";
import type { Painter } from "./painter.js";
import { printable } from "./printable.js";
import type { Span } from "./wrap.js";

/** The label, and the id that tells it from an equal one. */
export function authorSpans(author: Author, paint: Painter): Span[] {
  if (author.type === "operator") return [{ text: "operator", paint: paint.name }];
  const { label } = author;
  const aside = asideOf(author);
  const spans: Span[] = [{ text: printable(label), paint: paint.name }];
  if (aside === null) return spans;
  return [...spans, { text: ` (${printable(aside)})`, paint: paint.faint }];
}

function asideOf(author: Exclude<Author, { readonly type: "operator" }>): string | null {
  if (author.type === "system") return `system: ${author.kind}`;
  const id = author.id === "" ? "no id" : author.id;
  if (author.type === "agent") return `agent ${id}`;
  return author.id === author.label ? null : id;
}
