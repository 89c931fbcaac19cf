const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Follows a growing text, line by line, and knows the mark of the fenced block that it leaves open. */
export class OpenFence {
  #mark: string | null = null;
  #read = 0;

  /** The mark that would have to be matched; null outside a block. What was read before is not read again. */
  after(text: string): string | null {
    for (const line of text.slice(this.#read).split("\n")) this.#take(line);
    this.#read = text.length;
    return this.#mark;
  }

  #take(line: string): void {
    const [, mark, info = ""] = FENCE.exec(line.replace(/\r+$/, "")) ?? [];
    if (mark === undefined) return;
    if (this.#mark === null) {
      if (mark.startsWith("~") || !info.includes("`")) this.#mark = mark;
    } else if (mark.startsWith(this.#mark) && /^[ \t]*$/.test(info)) this.#mark = null;
  }
}
