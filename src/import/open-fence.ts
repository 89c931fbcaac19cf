const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s;

/**
 * Follows a growing text, line by line, and knows the mark of the fenced block that it leaves open.
 */
export class OpenFence {
  #mark: string | null = null;
  #line = "";

  write(text: string): void {
    const [first = "", ...others] = text.split("\n");
    this.#line += first;
    for (const line of others) {
      this.#take(this.#line);
      this.#line = line;
    }
  }

  /** Ends the line being written; the mark that is then open, or null outside a block. */
  endLine(): string | null {
    this.#take(this.#line);
    this.#line = "";
    return this.#mark;
  }

  #take(line: string): void {
    const [, mark, info = ""] = FENCE.exec(line) ?? [];
    if (mark === undefined) return;
    if (this.#mark === null) {
      if (mark.startsWith("~") || !info.includes("`")) this.#mark = mark;
    } else if (mark.startsWith(this.#mark) && /^[ \t\r]*$/.test(info)) this.#mark = null;
  }
}
