import { renderCard } from "../../speakers/card/render-card.js";
import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import { readRequesterCard } from "../cards/read-card.js";
import type { BoundTurn } from "../turn/bound-turn.js";
import type { Part } from "./part.js";

/** Null where the gate is off, and then nothing is read. */
export async function cardPart(
  { scope, binding }: BoundTurn,
  { assembly }: SpeakerConfig,
): Promise<Part | null> {
  if (!assembly.actorCardEnabled) return null;
  const { entries, sources } = await readRequesterCard(scope, binding);
  return {
    name: "card",
    sources,
    maxTokens: assembly.actorCardMaxTokens,
    text: (kept) => renderCard(entries.slice(0, kept), UNBOUNDED)?.text ?? "",
  };
}

/** Whatever has no room is left out before. */
const UNBOUNDED = { maxTokens: Number.MAX_SAFE_INTEGER, tokens: () => 0 };
