/** Rooms, readers and scores as the rights mode says them. */
import { EXCLUSION_CEILING } from "../../../dist/store/bounds.js";
import type { ConversationKind, ExclusionRule, ScoreParts } from "../../../dist/store/index.js";
import { count, number } from "../words.js";
import type { HeldBack, Readers, ReadRoom, Workspace } from "./protocol.js";

const NAMES = new Intl.ListFormat("en", { type: "conjunction" });

const KINDS: Readonly<Record<ConversationKind, string>> = {
  dm: "Direct messages",
  group_dm: "Group messages",
  group: "Private channel",
  channel: "Channel",
  guild: "Server",
};

export function kindText({ kind, readers }: ReadRoom): string {
  if (kind === "channel" && readers.kind !== "members") return "Public channel";
  return KINDS[kind];
}

/** Who reads, as the object of "read by". */
export function readersText(readers: Readers): string {
  if (readers.kind === "public") return "anybody";
  if (readers.kind === "workspace") return "everybody in the workspace";
  if (readers.names.length === 0) return "nobody";
  return `${NAMES.format(readers.names)}${readers.guests ? ", guests among them" : ""}`;
}

export function roomTitle({ kind, name }: ReadRoom): string {
  return kind === "dm" || kind === "group_dm" ? name : `#${name}`;
}

/** Where a row was said. */
export function placeText(room: ReadRoom): string {
  const direct = room.kind === "dm" || room.kind === "group_dm";
  return direct ? `${kindText(room)}, ${room.name}` : roomTitle(room);
}

const PARTS: Readonly<Record<string, string>> = {
  words: "words",
  neighbours: "rows around",
  literal: "spelling",
  speaker: "names the author",
  recency: "recent",
  requesterSpoke: "asker wrote there",
  sameConversation: "this room",
  sameNamespace: "this workspace",
  recentWindow: "in the window already",
};

/** A score as the sum that it is, in the store's own integers. */
export function sumText(parts: ScoreParts): string {
  const terms = Object.entries(parts).map(([name, value]) => {
    return { text: `${PARTS[name] ?? name}\u00a0${number(Math.abs(value))}`, minus: value < 0 };
  });
  return terms
    .map(({ text, minus }, at) => {
      if (at === 0) return minus ? `−${text}` : text;
      return minus ? ` − ${text}` : ` + ${text}`;
    })
    .join("");
}

const RULES: Readonly<Record<ExclusionRule, string>> = {
  audience: "by audience",
  no_evidence: "without evidence of who could read them",
  lineage: "by what they were made of",
  already_in_context: "in the context already",
  below_cutoff: "ranked below the last one shown",
};

export function heldBackText(heldBack: HeldBack): string {
  const counts = (
    ["audience", "no_evidence", "lineage", "already_in_context", "below_cutoff"] as const
  )
    .filter((rule) => heldBack[rule] > 0)
    .map((rule) => {
      const least = heldBack[rule] >= EXCLUSION_CEILING ? "at least " : "";
      return `${least}${number(heldBack[rule])} ${RULES[rule]}`;
    });
  return counts.length === 0
    ? "Nothing was held back here."
    : `Held back here: ${counts.join(", ")}.`;
}

/** What became of the rows of an import, where it is not simply that they are there. */
export function importNotes({ unread, withoutEvidence, refused, issues }: Workspace): string[] {
  return [
    ...(unread === 0
      ? []
      : [`${count(unread, "more room")}: the export does not say who reads there.`]),
    ...(withoutEvidence === 0
      ? []
      : [
          `${count(withoutEvidence, "row")} without evidence of who could read them: kept, and found by nobody.`,
        ]),
    ...(refused === 0 ? [] : [`${count(refused, "row")} refused by the store.`]),
    ...(issues === 0 ? [] : [`${count(issues, "issue")} in the export.`]),
  ];
}
