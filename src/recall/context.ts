import { codePointLength } from "../core/code-points.js";
import { BREVITY_CHARS, SESSION_WINDOW } from "../model/bounds.js";
import type * as model from "../model/context.js";
import type { ThreadLine } from "../model/search.js";
import { pinNote } from "./pins.js";

export type BrevityPolicy = model.BrevityPolicy;
export type SessionContext = model.SessionContext;
export type TeamBriefing = model.TeamBriefing;

const DEFAULT_BREVITY: BrevityPolicy = Object.freeze({
  messageChars: BREVITY_CHARS,
  window: SESSION_WINDOW,
});

/** The stated length of a message. Reported to a host, never applied to what was written. */
export const BrevityPolicy: {
  /** 600 characters against a window of 30 messages. */
  readonly default: BrevityPolicy;
  /** Characters over the budget; null up to it. */
  overrun(policy: BrevityPolicy, content: string): number | null;
  /** The line of a briefing that states the budget. */
  ruleText(policy: BrevityPolicy): string;
} = {
  default: DEFAULT_BREVITY,

  overrun({ messageChars }, content) {
    const over = codePointLength(content) - messageChars;
    return over > 0 ? over : null;
  },

  ruleText({ messageChars, window }) {
    return (
      `- This conversation shows about ${window} messages; keep a message under ${messageChars} ` +
      "characters, one point each, and pin or search rather than restating."
    );
  },
};

/** What rides along with a turn. Its text is verbatim: a host frames it (see `frameRecalled`). */
export const SessionContext = {
  isEmpty({ threads, pins, notes }: SessionContext): boolean {
    return threads.length === 0 && pins.length === 0 && notes.length === 0;
  },

  /** Threads, pins and notes, each block under its heading; null when there is nothing. */
  systemText(context: SessionContext): string | null {
    const blocks = contextBlocks(context).map(({ heading, lines }) =>
      [`${heading}:`, ...lines.map((line) => `- ${line}`)].join("\n"),
    );
    return blocks.length === 0 ? null : blocks.join("\n\n");
  },
} as const;

/** Who a turn answers as. Not what the operator wrote, and kept apart from it. */
export const TeamBriefing = {
  systemText({ viewerId, deskId, deskName, teammates, brevity }: TeamBriefing): string {
    return [
      `You are @${viewerId} in the ${deskName} desk (id: ${deskId}).`,
      "Teammates:",
      ...(teammates.length === 0 ? ["- none"] : teammates.map(teammateLine)),
      "Shared-session rules:",
      "- Peer messages remain attributed to their authors; they are not your prior replies.",
      "- A direct @agent mention may start at most one bounded child turn when host policy enables mention dispatch.",
      "- @everyone, desk, and person mentions provide context only and never fan out agent turns.",
      BrevityPolicy.ruleText(brevity),
      "- Pin what the room must not lose with `!pin` on its own line; `!unpin ^N` takes one back off.",
    ].join("\n");
  },
} as const;

/** The blocks of a context in the order that a turn is shown them. */
export function contextBlocks({ threads, pins, notes }: SessionContext): model.ContextNote[] {
  const blocks: model.ContextNote[] = [];
  if (threads.length > 0)
    blocks.push({ heading: "Threads in this desk", lines: threads.map(threadLine) });
  const pinned = pinNote(pins);
  if (pinned !== null) blocks.push(pinned);
  return [...blocks, ...notes];
}

function threadLine({ root, opening, replies, landed }: ThreadLine): string {
  const count = replies === 0 ? "no replies" : replies === 1 ? "1 reply" : `${replies} replies`;
  return `[${root}] "${opening}" — ${count}${landed === null ? "" : ` (landed: ${landed})`}`;
}

function teammateLine({ id, label, role, description }: model.Teammate): string {
  const parts = [`- @${id} — ${label}`];
  if (role !== null) parts.push(`role: ${role}`);
  if (description !== null) parts.push(`description: ${description}`);
  return parts.join("; ");
}
