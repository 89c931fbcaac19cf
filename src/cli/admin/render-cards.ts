import type { CardOutcome, CardStatus, RebuildReport } from "../../store/store-port.js";
import { displayWidth } from "../display-width.js";
import type { Terminal } from "../io.js";
import { printable } from "../printable.js";
import { plural } from "../render-coverage.js";
import { timeText } from "../time-text.js";
import { wrap } from "../wrap.js";

const FAILURES: ReadonlySet<CardOutcome> = new Set([
  "model_error",
  "invalid_response",
  "rejected_all",
  "admission_error",
  "stale_write",
]);

export function isFailure(outcome: CardOutcome | null): boolean {
  return outcome !== null && FAILURES.has(outcome);
}

/** Each card that was meant, and what became of it. */
export function renderRebuilt(terminal: Terminal, report: RebuildReport): string[] {
  const { columns, paint } = terminal;
  const { cards, left, dryRun } = report;
  const head = dryRun
    ? `rebuild-actor-cards: ${plural(cards.length, "card")} to build`
    : `rebuild-actor-cards: ${plural(cards.filter(({ outcome }) => outcome !== null).length, "card")} tried`;
  const rows = cards.map(({ actorId, audience, outcome, written }) => [
    dryRun ? "to build" : wordsOf(outcome, "left alone"),
    outcome === null ? "" : countText(written),
    String(audience),
    printable(actorId),
  ]);
  const rest = [
    ...(left === 0 ? [] : [`${plural(left, "card")} left by the limit`]),
    ...(dryRun && cards.length > 0 ? ["nothing was changed"] : []),
  ];
  return [
    ...wrap([{ text: head, paint: paint.name }], { columns, indent: "  ", first: "" }),
    ...(rows.length === 0
      ? []
      : table(terminal, ["outcome", "entries", "audience", "actor"], rows)),
    ...rest.flatMap((text) => wrap([{ text, paint: paint.faint }], { columns, indent: "" })),
  ];
}

/** Every card on a line, under the names of the columns. */
export function renderStatus(terminal: Terminal, cards: readonly CardStatus[]): string[] {
  if (cards.length === 0) return ["there is no card"];
  const rows = cards.map((card) => [
    dueText(card),
    card.builtAt === null ? "never" : timeText(card.builtAt),
    `${wordsOf(card.outcome, "not tried")}${card.invalid ? ", not shown" : ""}`,
    countText(card.written),
    String(card.audience),
    printable(card.actorId),
  ]);
  return table(terminal, ["due", "built", "outcome", "entries", "audience", "actor"], rows);
}

/** From when on it is built. */
function dueText({ due, dirty, retryAt }: CardStatus): string {
  if (due) return "now";
  if (!dirty) return "no";
  return retryAt === null ? "waits" : timeText(retryAt);
}

function wordsOf(outcome: CardOutcome | null, without: string): string {
  return outcome === null ? without : outcome.replaceAll("_", " ");
}

function countText(count: number): string {
  return count.toLocaleString("en");
}

/** Columns of one width each; the last is as wide as it needs. */
function table(
  { columns, paint }: Terminal,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const widths = head.map((name, at) =>
    Math.max(displayWidth(name), ...rows.map((row) => displayWidth(row[at] ?? ""))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) =>
        at === cells.length - 1
          ? cell
          : `${cell}${" ".repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(cell)))}`,
      )
      .join("  ");
  const block = { columns, indent: "    ", first: "" };
  return [
    ...wrap([{ text: line(head), paint: paint.faint }], block),
    ...rows.flatMap((row) => wrap([{ text: line(row) }], block)),
  ];
}
