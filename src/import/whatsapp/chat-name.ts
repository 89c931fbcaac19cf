/** The desk of a chat: the name of its file, or of what is around a `_chat.txt`. */
export function chatIdOf(file: string): string {
  const parts = file.split("/");
  const name = parts.pop() ?? "";
  const around = parts.pop();
  const chosen = /^_chat\.txt(\.gz)?$/i.test(name) && around !== undefined ? around : name;
  return chosen.replace(/(\.txt)?(\.(gz|zip))?$/i, "");
}

/** The other's or the group's name, as the file is called; null where it is called otherwise. */
export function chatNameOf(file: string): string | null {
  return /^WhatsApp Chat (?:with|-) (.+)$/s.exec(chatIdOf(file))?.[1] ?? null;
}
