import type { ActorAudit, ActorChange, ActorPage, ActorProfile } from "../../store/store-port.js";
import type { Terminal } from "../io.js";
import { printable } from "../printable.js";
import { plural } from "../render-coverage.js";
import { timeText } from "../time-text.js";
import { wrap } from "../wrap.js";

/** A page of accounts, and how to get the next. */
export function renderActors(terminal: Terminal, { actors, next }: ActorPage): string[] {
  const { columns, paint } = terminal;
  const more = next === null ? [] : [`more: --after ${shellWord(next)}`];
  return [
    ...(actors.length === 0 ? ["nobody found"] : []),
    ...actors.flatMap((actor) => renderActor(terminal, actor)),
    ...more.flatMap((text) => wrap([{ text, paint: paint.faint }], { columns, indent: "" })),
  ];
}

/** As somebody types it again: the mark of a page has a space in it. */
function shellWord(text: string): string {
  return `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}

function renderActor({ columns, paint }: Terminal, actor: ActorProfile): string[] {
  const { actorId, namespace, labels, rows, firstSeen, lastSeen, mergedInto } = actor;
  const names = labels.map(({ label }) => printable(label)).join(", ");
  const seen = [firstSeen, lastSeen].flatMap((at) => (at === null ? [] : [timeText(at)]));
  const rest = [
    `${printable(namespace.type)}/${printable(namespace.name)}`,
    plural(rows, "row"),
    ...(seen.length === 0 ? [] : [[...new Set(seen)].join(" to ")]),
    ...(mergedInto === null ? [] : [`counts as ${printable(mergedInto)}`]),
  ];
  return wrap(
    [
      { text: printable(actorId), paint: paint.name },
      { text: names === "" ? "" : `  ${names}` },
      { text: `  ${rest.join(" · ")}`, paint: paint.faint },
    ],
    { columns, indent: "    ", first: "" },
  );
}

/** What a merge or a split did, or would do. */
export function renderChange({ columns, paint }: Terminal, report: ActorChange): string[] {
  const { group, changed, dryRun } = report;
  const rest = [
    ...(group.length > 1 ? [`one person: ${group.map((id) => printable(id)).join(", ")}`] : []),
    ...(dryRun && changed > 0 ? ["nothing was changed; --apply does it"] : []),
  ];
  return [
    ...wrap([{ text: changeText(report) }], { columns, indent: "    ", first: "" }),
    ...rest.flatMap((text) =>
      wrap([{ text, paint: paint.faint }], { columns, indent: "    ", first: "" }),
    ),
  ];
}

/** A split makes the actor its own group; what a merge tells of has both in it. */
function changeText({ changed, actor, into, group, dryRun }: ActorChange): string {
  const who = printable(actor);
  if (into === null) return `${who} was merged into no other`;
  const other = printable(into);
  if (changed === 0) return `${who} counts as ${other} already`;
  if (group.includes(into)) return `${who} ${dryRun ? "would count" : "counts"} as ${other}`;
  return `${who} ${dryRun ? "would no longer count" : "no longer counts"} as ${other}`;
}

/** One decision on a line or two. */
export function renderActorAudit({ columns, paint }: Terminal, entry: ActorAudit): string[] {
  const { at, action, operator, reason, actor, into } = entry;
  const named = [actor, into].map((id) => (id === null ? "somebody deleted" : printable(id)));
  const joint = action === "merge" ? " into " : " from ";
  const rest = [
    ...(operator === "" ? [] : [`by ${printable(operator)}`]),
    ...(reason === "" ? [] : [printable(reason)]),
  ];
  return wrap(
    [
      { text: timeText(at), paint: paint.faint },
      { text: `  ${action}`, paint: paint.name },
      { text: `  ${[named.join(joint), ...rest].join(" · ")}` },
    ],
    { columns, indent: "    ", first: "" },
  );
}
