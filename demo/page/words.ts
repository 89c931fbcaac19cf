/** Numbers, times and names as this page says them. */
import type { Author, Coverage } from "../../dist/index.js";

const NUMBER = new Intl.NumberFormat("en");

export function count(value: number, noun: string, nouns = `${noun}s`): string {
  return `${NUMBER.format(value)} ${value === 1 ? noun : nouns}`;
}

export function number(value: number): string {
  return NUMBER.format(value);
}

export function nameOf(author: Author): string {
  if (author.type === "operator") return "Operator";
  if (author.label !== "") return author.label;
  return author.type === "system" ? author.kind : author.id;
}

/** What a query's author filter addresses an author by. */
export function addressOf(author: Author): string {
  if (author.type === "operator") return "operator";
  return author.type === "system" ? author.kind : author.id;
}

/** What was searched, in words. `total`: the rows of the whole transcript. */
export function searched(coverage: Coverage, total: number): string {
  const { scanned, complete, oldest } = coverage;
  if (complete) return `Searched all ${count(scanned, "row")}.`;
  if (oldest === null) return "Nothing was read.";
  return `Searched the newest ${number(scanned)} of ${count(total, "row")}, back to ^${oldest}.`;
}

/** What was read for a fold, in words. */
export function read({ scanned, complete, stoppedBy, oldest }: Coverage): string {
  if (complete) return `${count(scanned, "row")} read, to the oldest.`;
  if (oldest === null) return "No row was read.";
  const why = stoppedBy === "filled" ? "the window was full" : "the bound was reached";
  return `${count(scanned, "row")} read, back to ^${oldest}: ${why}.`;
}
