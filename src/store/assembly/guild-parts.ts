import { groupRows, isNative, type RecentGroup } from "../../speakers/guild/group-rows.js";
import { PayloadOrder } from "../../speakers/guild/payload-order.js";
import type { RecentRow } from "../../speakers/guild/recent-row.js";
import { renderReference } from "../../speakers/guild/render-reference.js";
import type { RosterEntry } from "../../speakers/roster/roster.js";
import { REFERENCE_GROUPS, REPLAY_GROUPS } from "../bounds.js";
import type { CheckedOptions } from "./check-options.js";
import type { PayloadMessage, ReplayedMessage } from "./context-port.js";
import type { Part } from "./part.js";
import type { Recent } from "./read-recent.js";

export interface GuildParts {
  readonly reference: Part;
  readonly replay: Part;
  /** The payload with the first so many groups of the replay. */
  readonly insert: <Given extends PayloadMessage>(
    payload: readonly Given[],
    entries: number,
  ) => readonly (Given | ReplayedMessage)[];
}

export interface GuildOptions extends Pick<CheckedOptions, "referenceTokens" | "replayTokens"> {
  /** Messages that the turn has loaded, wherever they stand. */
  readonly known: readonly string[];
  /** The roster that stands beside it. */
  readonly roster: readonly RosterEntry[];
}

/** What recent rows give: exchanges of the requester's as turns, everything else for reference. */
export function guildParts(
  { rows, cut, answered, places }: Recent,
  { known, roster, referenceTokens, replayTokens }: GuildOptions,
): GuildParts {
  const order = new PayloadOrder(places);
  const loaded = new Set(known.filter((id) => !order.holds(id)));
  const groups = groupRows(rows, cut).filter((group) => isShowable(group));
  const his = (group: RecentGroup): boolean => isNative(group, answered.requester);
  const native = newestOf(groups.filter((group) => his(group)), REPLAY_GROUPS, (group) =>
    // Where the host has part of it and does not say where, the rest would stand apart from it.
    group.rows.some(({ messageId }) => loaded.has(messageId)) ? [] : order.missing(group),
  );
  const others = newestOf(groups.filter((group) => !his(group)), REFERENCE_GROUPS, (group) =>
    order.missing(group).filter(({ messageId }) => !loaded.has(messageId)),
  );
  const requester = { voice: answered.requester, label: answered.label };
  return {
    reference: {
      name: "reference",
      sources: others.map(({ missing }) => missing.map(({ messageId }) => messageId)),
      maxTokens: referenceTokens,
      text: (entries) => {
        const shown = others.slice(0, entries).map(({ missing }) => missing);
        return renderReference(shown.toReversed(), { requester, roster });
      },
    },
    replay: {
      name: "replay",
      sources: native.map(({ missing }) => missing.map(({ messageId }) => messageId)),
      maxTokens: replayTokens,
      isApart: true,
      text: (entries) => {
        const shown = native.slice(0, entries).toReversed();
        return JSON.stringify(shown.flatMap(({ missing }) => missing.map((row) => sentAs(row))));
      },
    },
    insert: (payload, entries) => {
      const shown = native.slice(0, entries).map(({ group }) => group);
      return order.insert(payload, shown, replayed);
    },
  };
}

/** A group is shown whole: one that holds a row which is too long is not. */
function isShowable({ rows }: RecentGroup): boolean {
  return rows.every(({ content }) => content !== "");
}

interface Missing {
  readonly group: RecentGroup;
  readonly missing: readonly RecentRow[];
}

/** The newest groups that have anything to add, newest first. */
function newestOf(
  groups: readonly RecentGroup[],
  most: number,
  missingOf: (group: RecentGroup) => readonly RecentRow[],
): readonly Missing[] {
  const adding = groups.map((group) => ({ group, missing: missingOf(group) }));
  return adding.filter(({ missing }) => missing.length > 0).slice(-most).toReversed();
}

function sentAs({ role, content }: RecentRow): Pick<ReplayedMessage, "role" | "content"> {
  return { role: role === "assistant" ? role : "user", content };
}

function replayed(row: RecentRow): ReplayedMessage {
  return Object.freeze({ ...sentAs(row), messageId: row.messageId, replayed: true });
}
