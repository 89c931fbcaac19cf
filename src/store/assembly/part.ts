import type { CountTokens } from "../../model/tokens.js";
import type { BlockName } from "./context-port.js";

/** What one block is made of. A part is a file of its own that makes one of these, or none. */
export interface Part {
  readonly name: BlockName;
  /** Message ids of each entry. In the order of keeping: of two, the second is left out first. */
  readonly sources: readonly (readonly string[])[];
  readonly maxTokens: number;
  /** The first so many entries as they are shown, at least one. */
  readonly text: (entries: number) => string;
  /** It is counted, and stands elsewhere than in the text. */
  readonly isApart?: true;
  /** It could not be read, and has no entries. */
  readonly failed?: true;
}

/** A part and how much of it is kept. */
export interface Kept {
  readonly part: Part;
  readonly entries: number;
  readonly text: string;
  readonly tokens: number;
}

export function keep(part: Part, entries: number, countTokens: CountTokens): Kept {
  if (entries <= 0) return { part, entries: 0, text: "", tokens: 0 };
  const text = part.text(entries);
  return { part, entries, text, tokens: countTokens(text) };
}

/** As many entries as the part's own budget has room for. */
export function keepWithin(part: Part, countTokens: CountTokens): Kept {
  let kept = keep(part, part.sources.length, countTokens);
  while (kept.entries > 0 && kept.tokens > part.maxTokens)
    kept = keep(part, kept.entries - 1, countTokens);
  return kept;
}

export function idsOf({ part, entries }: Kept): readonly string[] {
  return part.sources.slice(0, entries).flat();
}

/** The parts that stand in the text, as it is. */
export function textOf(parts: readonly Kept[]): string {
  const shown = parts.filter(({ part, text }) => part.isApart !== true && text !== "");
  return shown.map(({ text }) => text).join("\n\n");
}
