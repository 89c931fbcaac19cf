import type { CountTokens } from "../../model/tokens.js";
import type { BlockName } from "./context-port.js";
import { idsOf, keep, keepWithin, textOf, type Kept, type Part } from "./part.js";

/** What is left out first where not all has room. */
const EVICTION: readonly BlockName[] = [
  "reference",
  "replay",
  "roster",
  "card",
  "threads",
  "pins",
];

export interface Room {
  readonly maxTokens: number;
  readonly countTokens: CountTokens;
  /** Whether the ledger of the turn has room for these messages. */
  readonly hasRoom: (messageIds: readonly string[]) => boolean;
}

/** Each part within its own budget, and then all of them in the room that there is. */
export function fitParts(parts: readonly Part[], room: Room): readonly Kept[] {
  let kept: readonly Kept[] = parts.map((part) => keepWithin(part, room.countTokens));
  for (const name of EVICTION)
    while (!fits(kept, room)) {
      const less = withLess(kept, name, room.countTokens);
      if (less === null) break;
      kept = less;
    }
  return kept;
}

/** Null where nothing of it is left. */
function withLess(
  kept: readonly Kept[],
  name: BlockName,
  countTokens: CountTokens,
): readonly Kept[] | null {
  const index = kept.findIndex(({ part, entries }) => part.name === name && entries > 0);
  const found = kept[index];
  return found === undefined
    ? null
    : kept.with(index, keep(found.part, found.entries - 1, countTokens));
}

function fits(kept: readonly Kept[], { maxTokens, countTokens, hasRoom }: Room): boolean {
  return tokensOf(kept, countTokens) <= maxTokens && hasRoom(kept.flatMap((part) => idsOf(part)));
}

/** By the blocks, or by the text that they make together, whichever is more: parts are joined. */
function tokensOf(kept: readonly Kept[], countTokens: CountTokens): number {
  const text = textOf(kept);
  const joined = text === "" ? 0 : countTokens(text);
  return Math.max(totalOf(kept), joined + totalOf(kept.filter(({ part }) => part.isApart === true)));
}

export function totalOf(kept: readonly Kept[]): number {
  return kept.reduce((sum, { tokens }) => sum + tokens, 0);
}
