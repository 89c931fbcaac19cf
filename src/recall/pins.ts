import type { Core } from "../core/core.js";
import { checkLimit } from "../core/ranking.js";
import { isBlank } from "../core/white-space.js";
import { inConversation } from "../log/conversation.js";
import type { Pinboard } from "../model/answers.js";
import type { SessionLog } from "../log/port.js";
import { nothingRead, walk } from "../log/walk.js";
import { PIN_EXCERPT_CHARS, PIN_LIMIT, PIN_SCAN } from "../model/bounds.js";
import type { ContextNote } from "../model/context.js";
import type { Conversation, Message, Sequence } from "../model/message.js";
import type { Pin, PinDirective } from "../model/pin.js";
import { openingOf } from "./excerpt.js";
import { readDirectives } from "./pin-directives.js";
import type { LimitOptions } from "./threads.js";

export interface PinboardOptions extends LimitOptions {
  /** The board as it stood before this row (exclusive). */
  readonly before?: Sequence | null | undefined;
}

/** The board that rows, taken in the order given, leave behind; the most recently pinned first. */
export function foldPins(core: Core, rows: Iterable<Message>, limit: number): Pin[] {
  return foldBoard(core, rows, limit).pins;
}

/** The board of a conversation, from markers within the log's newest 2,048 rows, of any desk. */
export async function readPinboard(
  core: Core,
  log: SessionLog,
  conversation: Conversation,
  options: PinboardOptions = {},
): Promise<Pinboard> {
  const { limit = PIN_LIMIT, before = null } = options;
  checkLimit(limit);
  if (limit === 0) return { pins: [], cut: 0, coverage: nothingRead(before) };
  const newestFirst: Message[] = [];
  const coverage = await walk(log, {
    ...options,
    bound: PIN_SCAN,
    onPage: (page) => {
      newestFirst.push(...page.filter((row) => inConversation(row, conversation)));
      return null;
    },
  });
  return { ...foldBoard(core, newestFirst.toReversed(), limit), coverage };
}

/** The board as a block of a turn's context; null when nothing is pinned. */
export function pinNote(pins: readonly Pin[]): ContextNote | null {
  if (pins.length === 0) return null;
  return { heading: "Pinned in this conversation", lines: pins.map(pinLine) };
}

function pinLine({ sequence, label, excerpt, note }: Pin): string {
  const labelled = label === null ? "" : ` #${label}`;
  const quoted = excerpt === null ? "" : ` "${excerpt}"`;
  return `[${sequence}]${labelled}${quoted}${note === null ? "" : ` — ${note}`}`;
}

function foldBoard(
  core: Core,
  rows: Iterable<Message>,
  limit: number,
): { readonly pins: Pin[]; readonly cut: number } {
  checkLimit(limit);
  const contents = new Map<Sequence, string>();
  // A map keeps the order of insertion, so the last entry is the most recent pin.
  const standing = new Map<Sequence, PinDirective>();
  for (const row of rows) {
    contents.set(row.sequence, row.content);
    for (const directive of readDirectives(core, row)) {
      standing.delete(directive.target);
      if (directive.action === "pin") standing.set(directive.target, directive);
    }
  }
  const board = [...standing.values()].toReversed();
  const pins = board
    .slice(0, limit)
    .map((directive) => toPin(directive, contents.get(directive.target)));
  return { pins, cut: board.length - pins.length };
}

function toPin(directive: PinDirective, content: string | undefined): Pin {
  const { target, sequence, author, label, note } = directive;
  const unseen = content === undefined || isBlank(content);
  const excerpt = unseen ? null : openingOf(content, PIN_EXCERPT_CHARS);
  return { sequence: target, pinnedAt: sequence, pinnedBy: author, label, note, excerpt };
}
