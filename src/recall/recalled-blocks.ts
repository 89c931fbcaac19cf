import type { SessionContext } from "../model/context.js";
import type { Conversation } from "../model/message.js";
import type { MessageHit } from "../model/search.js";
import { contextBlocks } from "./context.js";
import type { RecalledBlock, RecalledLine } from "./frame-recalled.js";

/** Search hits as one block for `frameRecalled`, best first, each with its row, desk and author. */
export function recalledHits(heading: string, hits: readonly MessageHit[]): RecalledBlock {
  const lines = hits.map(({ excerpt, chatId, author, sequence }) => {
    return { text: excerpt, origin: chatId ?? "main", author, sequence };
  });
  return { heading, lines };
}

/** A turn's context as blocks for `frameRecalled`; all of it is from one conversation. */
export function recalledContext(
  context: SessionContext,
  { deskId }: Conversation,
): RecalledBlock[] {
  const origin = deskId === "" ? "main" : deskId;
  const sources = [
    ...(context.threads.length === 0
      ? []
      : [context.threads.map(({ root }) => ({ sequence: root }))]),
    ...(context.pins.length === 0 ? [] : [context.pins.map(pinSource)]),
  ];
  return contextBlocks(context).map(({ heading, lines }, block) => ({
    heading,
    lines: lines.map((text, line) => ({ text, origin, ...sources[block]?.[line] })),
  }));
}

/** A pin knows who pinned the row, not who wrote it; saying more would be a guess. */
function pinSource({
  sequence,
  pinnedBy,
}: SessionContext["pins"][number]): Omit<RecalledLine, "text"> {
  return { sequence, author: pinnedBy, attribution: "pinned by" };
}
