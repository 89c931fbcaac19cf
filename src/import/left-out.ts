import { kept, type IssueItem, type Where } from "./item.js";

/**
 * Counts the rows whose files, embeds or media stand beside a text: a message is its text, so they
 * are left out, and one issue says how many rows that was.
 */
export class LeftOut {
  #count = 0;
  #first: Where | null = null;

  note(where: Where): void {
    this.#first ??= where;
    this.#count++;
  }

  *report(): Generator<IssueItem> {
    if (this.#first === null) return;
    const rows = this.#count === 1 ? "1 row has" : `${this.#count} rows have`;
    yield kept(this.#first, "left_out", `${rows} files or embeds beside the text, left out`);
  }
}
