import type { SearchAudit } from "../../store/turn-port.js";
import type { Terminal } from "../io.js";
import { printable } from "../printable.js";
import { timeText } from "../time-text.js";
import { wrap } from "../wrap.js";

const DIGEST_CHARS = 12;

/** One search on a line or two. */
export function renderAudit({ columns, paint }: Terminal, audit: SearchAudit): string[] {
  const { at, outcome, queryDigest, selected, excluded, turnId, toolCallId, degraded } = audit;
  const held = Object.entries(excluded)
    .filter(([, count]) => count > 0)
    .map(([rule, count]) => `${rule} ${count}`);
  const rest = [
    queryDigest === "" ? "no digest" : `digest ${queryDigest.slice(0, DIGEST_CHARS)}`,
    `${selected.length} given out`,
    held.length === 0 ? "nothing held back" : `held back: ${held.join(", ")}`,
    ...(turnId === null ? [] : [`turn ${turnId}`]),
    ...(toolCallId === null ? [] : [`call ${toolCallId}`]),
    ...degraded,
  ];
  return wrap(
    [
      { text: timeText(at), paint: paint.faint },
      { text: `  ${outcome}`, paint: paint.name },
      { text: `  ${printable(rest.join(" · "))}` },
    ],
    { columns, indent: "    ", first: "" },
  );
}
