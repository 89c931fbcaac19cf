import type { Core, RowMatch, RowSnapshot } from "../core/core.js";
import type { SearchPattern } from "../model/match.js";
import type { Message } from "../model/message.js";
import type { MessageHit } from "../model/search.js";
import { bestOf } from "./best-of.js";
import { withPattern, type Tools } from "./pattern.js";
import { hitOf } from "./search-messages.js";

/** Messages and their folded text, row by row in the order in which they came. */
export class HeldRows {
  readonly #core: Core;
  readonly #messages: Message[] = [];
  /** Null until it is needed, and again after it has failed. */
  #packed: RowSnapshot | null = null;
  #newestFirst: readonly Message[] | null = null;

  constructor(core: Core) {
    this.#core = core;
  }

  get size(): number {
    return this.#messages.length;
  }

  /** Adds rows of any age that are not held yet: all of them, or by an error none. */
  append(messages: readonly Message[]): void {
    const packed = this.#pack();
    try {
      packed.append(messages.map(({ content }) => content));
    } catch (error) {
      // It may hold some of them; it is packed anew when it is needed again.
      this.close();
      throw error;
    }
    for (const message of messages) this.#messages.push(message);
    this.#newestFirst = null;
  }

  /** The hits of a search over these rows. */
  best(tools: Tools, pattern: SearchPattern, limit: number): MessageHit[] {
    return pattern.type === "text"
      ? pick(this.#pack().scan(pattern.query), this.#messages, { pattern, limit })
      : this.#matchExpression(tools, pattern, limit);
  }

  /** Lets the folded text go. */
  close(): void {
    this.#packed?.close();
    this.#packed = null;
  }

  /** In the order of a walk, so that a budget runs out at the row where it would there. */
  #matchExpression(tools: Tools, pattern: SearchPattern, limit: number): MessageHit[] {
    this.#newestFirst ??= this.#messages.toSorted((a, b) => b.sequence - a.sequence);
    const rows = this.#newestFirst;
    const contents = rows.map(({ content }) => content);
    return withPattern(tools, pattern, (compiled) =>
      pick(compiled.matchRows(contents), rows, { pattern, limit }),
    );
  }

  #pack(): RowSnapshot {
    if (this.#packed !== null) return this.#packed;
    const packed = this.#core.prepareRows();
    packed.append(this.#messages.map(({ content }) => content));
    this.#packed = packed;
    return packed;
  }
}

/** By score, the newest of equals first; only what is answered with is made into hits. */
function pick(
  matches: readonly RowMatch[],
  rows: readonly Message[],
  { pattern, limit }: { readonly pattern: SearchPattern; readonly limit: number },
): MessageHit[] {
  const sequence = (match: RowMatch): number => rows[match.row]?.sequence ?? 0;
  const best = bestOf(matches, limit, (a, b) => b.score - a.score || sequence(b) - sequence(a));
  return best.flatMap((match) => {
    const message = rows[match.row];
    return message === undefined ? [] : [hitOf(message, match, pattern)];
  });
}
