import type { AdminCounts, AdminReport, AdminResult } from "../../model/admin.js";
import type { Terminal } from "../io.js";
import { printable } from "../printable.js";
import { plural } from "../render-coverage.js";
import { spellRoom } from "../store/names.js";
import { wrap } from "../wrap.js";

/** A report on the screen: what was done, then each conversation in which something was. */
export function renderAdmin(terminal: Terminal, report: AdminReport): string[] {
  const { columns, paint } = terminal;
  const { totals, conversations, results, resultsLeftOut } = report;
  return [
    ...wrap([{ text: headline(report), paint: paint.name }], { columns, indent: "  ", first: "" }),
    ...countLines(terminal, totals),
    ...(conversations > 1 ? results.flatMap((result) => renderResult(terminal, result)) : []),
    ...(conversations > 1 ? [] : results.flatMap((result) => errorLines(terminal, result))),
    ...(resultsLeftOut === 0 ? [] : [`${plural(resultsLeftOut, "conversation")} not listed`]),
    ...advice(report).flatMap((text) =>
      wrap([{ text, paint: paint.faint }], { columns, indent: "" }),
    ),
  ];
}

function headline({ command, dryRun, totals, conversations }: AdminReport): string {
  const done = dryRun
    ? `${plural(totals["selected"] ?? 0, "change")} to make`
    : `${plural(totals["updated"] ?? 0, "change")} made`;
  return `${command}: ${done}, ${plural(conversations, "conversation")} looked at`;
}

/** Without what the headline says, and without zeros. */
function countLines({ paint }: Terminal, totals: AdminCounts): string[] {
  const shown = Object.entries(totals).filter(([name, figure]) => figure > 0 && name !== "updated");
  const figures = shown.map(([, figure]) => figure.toLocaleString("en"));
  const width = Math.max(0, ...figures.map((figure) => figure.length));
  return shown.map(([name], index) => {
    const figure = (figures[index] ?? "").padStart(width);
    return `  ${figure}  ${paint.faint(name.replaceAll("_", " "))}`;
  });
}

function renderResult(terminal: Terminal, result: AdminResult): string[] {
  const { columns, paint } = terminal;
  const { conversation, counts } = result;
  const { selected = 0, updated = 0 } = counts;
  if (selected === 0 && result.error === null) return [];
  return [
    ...wrap(
      [
        { text: printable(spellRoom(conversation)), paint: paint.place },
        { text: `  ${updated} of ${plural(selected, "change")} made` },
      ],
      { columns, indent: "    ", first: "" },
    ),
    ...errorLines(terminal, result),
  ];
}

function errorLines({ columns, paint }: Terminal, { error }: AdminResult): string[] {
  if (error === null) return [];
  const text = `${error.code}: ${printable(error.message)}`;
  return wrap([{ text, paint: paint.wrong }], { columns, indent: "    " });
}

function advice({ dryRun, complete, totals }: AdminReport): string[] {
  const { selected = 0, raced = 0 } = totals;
  return [
    ...(dryRun && selected > 0 ? ["nothing was changed"] : []),
    ...(complete ? [] : ["the limit ended it; the same command goes on"]),
    ...(raced > 0 ? ["what changed meanwhile was left alone; the same command looks again"] : []),
  ];
}
