import { dataJson } from "../data-json.js";
import { CARD_KINDS, type CardEntry } from "./card.js";

export interface CardBudget {
  /** Most tokens of the whole block, its tags included. */
  readonly maxTokens: number;
  readonly tokens: (text: string) => number;
}

export interface RenderedCard {
  readonly text: string;
  /** The entries in the text, in its order. */
  readonly entries: readonly CardEntry[];
}

const OPEN =
  '<requester-card format="1" use="background" recite="never" prefer="what-is-said-now">';
const CLOSE = "</requester-card>";

/**
 * A requester's card as a block of text: kind by kind, the most certain first. Whole entries are left
 * out, the least certain first, until it fits; null where none does or is there. It bears no name and
 * no id, and nothing in a body can end the block.
 */
export function renderCard(
  entries: readonly CardEntry[],
  { maxTokens, tokens }: CardBudget,
): RenderedCard | null {
  const best = entries.toSorted((left, right) => right.confidence - left.confidence);
  for (let kept = best.length; kept > 0; kept--) {
    const shown = new Set(best.slice(0, kept));
    const ordered = CARD_KINDS.flatMap((kind) =>
      best.filter((entry) => entry.kind === kind && shown.has(entry)),
    );
    const text = block(ordered);
    if (tokens(text) <= maxTokens) return { text, entries: ordered };
  }
  return null;
}

function block(entries: readonly CardEntry[]): string {
  const told = entries.map(({ kind, body }) => ({ kind, body }));
  return `${OPEN}\n${dataJson({ entries: told })}\n${CLOSE}`;
}
