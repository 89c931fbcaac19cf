import { renderCard } from "../../speakers/card/render-card.js";
import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import { DatabaseError, TimedOutError } from "../../model/store-errors.js";
import { readRequesterCard, type SourcedCard } from "../cards/read-card.js";
import type { BoundTurn } from "../turn/bound-turn.js";
import type { Part } from "./part.js";

/**
 * Null where the gate is off, and then nothing is read. A turn is answered without a card sooner than
 * not at all: where the database does not give it, the part is empty and says so.
 */
export async function cardPart(
  turn: BoundTurn,
  { assembly }: SpeakerConfig,
): Promise<Part | null> {
  if (!assembly.actorCardEnabled) return null;
  const read = await readOrNull(turn);
  const { entries, sources } = read ?? { entries: [], sources: [] };
  return {
    name: "card",
    ...(read === null ? { failed: true } : {}),
    sources,
    maxTokens: assembly.actorCardMaxTokens,
    text: (kept) => renderCard(entries.slice(0, kept), UNBOUNDED)?.text ?? "",
  };
}

async function readOrNull({ scope, binding }: BoundTurn): Promise<SourcedCard | null> {
  try {
    return await readRequesterCard(scope, binding);
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof TimedOutError) return null;
    throw error;
  }
}

/** Whatever has no room is left out before. */
const UNBOUNDED = { maxTokens: Number.MAX_SAFE_INTEGER, tokens: () => 0 };
