import type { Message } from "../model/message.js";
import type { Desk } from "../model/roster.js";
import { MAX_ISSUES } from "./bounds.js";
import type { ImportIssue, ImportItem } from "./item.js";

/** What an import did. */
export interface ImportReport {
  /** Rows that became messages. */
  readonly imported: number;
  /** Issues whose effect is `skipped`: one a row, but one for all of a kind that is `left_out`. */
  readonly skipped: number;
  readonly issues: readonly ImportIssue[];
  /** Issues beyond the bound, counted and not kept. */
  readonly unlisted: number;
}

export interface Imported {
  /** Ascending by sequence. */
  readonly messages: readonly Message[];
  /** Desks that the source names, by the id that rows carry as `chatId`. */
  readonly desks: readonly Desk[];
  readonly report: ImportReport;
}

/**
 * Reads to the end and holds everything, but of each effect at most `maxIssues` issues: a flood of
 * remarks hides no lost row, and lost rows hide no file that broke off.
 */
export async function collect(
  items: AsyncIterable<ImportItem>,
  options: { readonly maxIssues?: number } = {},
): Promise<Imported> {
  const maxIssues = options.maxIssues ?? MAX_ISSUES;
  const messages: Message[] = [];
  const desks: Desk[] = [];
  const issues: ImportIssue[] = [];
  const counts = { kept: 0, skipped: 0, stopped: 0 };
  for await (const item of items) {
    if (item.type === "message") messages.push(item.message);
    else if (item.type === "desk") desks.push(item.desk);
    else {
      const count = ++counts[item.issue.effect];
      if (count <= maxIssues) issues.push(item.issue);
    }
  }
  const { kept, skipped, stopped } = counts;
  const unlisted = kept + skipped + stopped - issues.length;
  return { messages, desks, report: { imported: messages.length, skipped, issues, unlisted } };
}
