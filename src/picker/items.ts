/** Answers of a log's searches as a picker's items. */
import type { Author } from "../model/message.js";
import type { MessageHit, ThreadHit } from "../model/search.js";
import type { PickerItem } from "./group.js";

/** A message by its excerpt; its id is its sequence, as text. */
export function messageItem({ sequence, excerpt, author, chatId }: MessageHit): PickerItem {
  const desk = chatId === null || chatId === "" ? [] : [chatId];
  return { id: String(sequence), label: excerpt, detail: [nameOf(author), ...desk].join(" · ") };
}

/** A thread by its opening; its id is the sequence of its root, as text. */
export function threadItem({ line }: ThreadHit): PickerItem {
  const { root, opening, replies } = line;
  return {
    id: String(root),
    label: opening,
    detail: replies === 1 ? "1 reply" : `${replies} replies`,
  };
}

function nameOf(author: Author): string {
  return author.type === "operator" ? "operator" : author.label;
}
