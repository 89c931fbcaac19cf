import type { Io } from "./io.js";
import { printable } from "./printable.js";
import { plural } from "./render-coverage.js";

export interface BookedIssue {
  /** What kind it is, as a stable word. */
  readonly code: string;
  readonly where: string;
  readonly reason: string;
  /** Whether what it is about is not among the rows read. */
  readonly lost: boolean;
}

interface Kind {
  count: number;
  readonly first: BookedIssue;
}

/** What of a source could not be taken as it stands: every issue counted, a bounded number kept. */
export class IssueBook {
  readonly #kinds = new Map<string, Kind>();
  readonly #kept: BookedIssue[] = [];
  readonly #listed: boolean;
  #total = 0;
  #lost = 0;

  /** @param listed keeps them all, for a report that lists them. */
  constructor(listed: boolean) {
    this.#listed = listed;
  }

  get total(): number {
    return this.#total;
  }

  /** Issues about what is not among the rows read. */
  get lost(): number {
    return this.#lost;
  }

  add(issue: BookedIssue): void {
    this.#total++;
    if (issue.lost) this.#lost++;
    if (this.#listed) this.#kept.push(issue);
    const kind = this.#kinds.get(issue.code);
    if (kind === undefined) this.#kinds.set(issue.code, { count: 1, first: issue });
    else kind.count++;
  }

  /** A summary, or the whole list, on stderr; nothing when there is nothing. */
  report({ err }: Io): void {
    if (this.#total === 0) return;
    const lost =
      this.#lost === 0 ? "every row kept" : `${this.#lost.toLocaleString("en")} not read`;
    const advice = this.#listed || this.#total === 1 ? "" : "; --issues lists them";
    err.write(`backread: ${plural(this.#total, "issue")} in the source, ${lost}${advice}\n`);
    for (const line of this.#listed ? this.#kept.map(described) : this.#summary())
      err.write(`  ${printable(line)}\n`);
  }

  #summary(): string[] {
    return Array.from(this.#kinds.values(), ({ count, first }) =>
      count === 1 ? described(first) : `${count.toLocaleString("en")} like ${described(first)}`,
    );
  }
}

function described({ where, reason }: BookedIssue): string {
  return `${where}: ${reason}`;
}
