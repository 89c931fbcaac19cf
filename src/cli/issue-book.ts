import type { Io } from "./io.js";
import { printable } from "./printable.js";

export interface BookedIssue {
  /** The same for what is met again. */
  readonly key: string | number;
  readonly where: string;
  readonly reason: string;
  /** Whether the row is not among those read. */
  readonly lost: boolean;
}

/** Issues named on stderr where all of them were not asked for. */
const SHOWN = 3;

/** What of a source could not be taken as it stands. Several reads may pass one place; it counts once. */
export class IssueBook {
  readonly #issues = new Map<string | number, BookedIssue>();
  #unlisted = 0;
  #unlistedLost = 0;

  add(issue: BookedIssue): void {
    this.#issues.set(issue.key, issue);
  }

  /** Issues that nobody kept, and how many of them are about rows that are not among those read. */
  addUnlisted(count: number, lost: number): void {
    this.#unlisted += count;
    this.#unlistedLost += lost;
  }

  /** A summary, or the whole list, on stderr; nothing when there is nothing. */
  report({ err }: Io, all: boolean): void {
    const issues = [...this.#issues.values()];
    const total = issues.length + this.#unlisted;
    if (total === 0) return;
    const lost = issues.filter((issue) => issue.lost).length + this.#unlistedLost;
    const not = lost === 0 ? "" : `, ${lost.toLocaleString("en")} of them not read`;
    const noun = total === 1 ? "issue" : "issues";
    err.write(`backread: ${total.toLocaleString("en")} ${noun} in the source${not}\n`);
    const shown = all ? issues : issues.slice(0, SHOWN);
    for (const { where, reason } of shown) err.write(`  ${printable(`${where}: ${reason}`)}\n`);
    if (total > shown.length)
      err.write(`  and ${(total - shown.length).toLocaleString("en")} more: --issues lists them\n`);
  }
}
