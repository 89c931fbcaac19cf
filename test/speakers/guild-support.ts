import { groupRows, type RecentGroup } from "../../dist/speakers/guild/group-rows.js";
import type { RecentRow } from "../../dist/speakers/guild/recent-row.js";

export const HER = "actor:slack:her";
const MINUTE = 60_000;

let made = 0;

/** A row of `who`, a minute after the one made before it. */
export function row(who: string, more: Partial<RecentRow> = {}): RecentRow {
  const n = ++made;
  const isAgent = who === "bot";
  return {
    messageId: `m${n}`,
    sequence: n,
    role: isAgent ? "assistant" : "user",
    lane: "a",
    channelLabel: "alpha",
    voice: isAgent ? "agent:bot" : `actor:slack:${who}`,
    label: who,
    content: `words ${n}`,
    at: n * MINUTE,
    sourceId: `s${n}`,
    replyTo: "",
    ...more,
  };
}

/** Who speaks in each group. */
export function voices(groups: readonly { readonly rows: readonly RecentRow[] }[]): string[] {
  return groups.map(({ rows }) => rows.map(({ label }) => label).join(" "));
}

export function firstGroup(rows: readonly RecentRow[]): RecentGroup {
  const [group] = groupRows(rows, false);
  if (group === undefined) throw new Error("there is no group of no row");
  return group;
}
