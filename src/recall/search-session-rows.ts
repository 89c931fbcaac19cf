import type { Core, RowMatch, RowSnapshot } from "../core/core.js";
import type { SearchPattern } from "../model/match.js";
import type { Message } from "../model/message.js";
import type { MessageHit } from "../model/search.js";
import { bestOf } from "./best-of.js";
import { withPattern, type Tools } from "./pattern.js";
import { hitOf } from "./search-messages.js";

/** Messages and their folded text, newest first as a walk has them. */
export class HeldRows {
  readonly #core: Core;
  #messages: readonly Message[] = [];
  /** Null until it is needed, and again after it has failed. */
  #packed: RowSnapshot | null = null;

  constructor(core: Core) {
    this.#core = core;
  }

  get size(): number {
    return this.#messages.length;
  }

  /** Adds rows of any age that are not held yet: all of them, or by an error none. */
  append(messages: readonly Message[]): void {
    const added = messages.toSorted(newestFirst);
    const oldest = this.#messages.at(-1);
    const newest = added[0];
    if (newest === undefined) return;
    if (oldest === undefined || newest.sequence < oldest.sequence) this.#appendOlder(added);
    else this.#replace([...this.#messages, ...added].sort(newestFirst));
  }

  /** The hits of a search over these rows. */
  best(tools: Tools, pattern: SearchPattern, limit: number): MessageHit[] {
    return pattern.type === "text"
      ? pick(this.#pack().scan(pattern.query, limit), this.#messages, { pattern, limit })
      : this.#matchExpression(tools, pattern, limit);
  }

  /** Lets the folded text go. */
  close(): void {
    this.#packed?.close();
    this.#packed = null;
  }

  #appendOlder(added: readonly Message[]): void {
    const packed = this.#pack();
    try {
      packed.append(added.map(({ content }) => content));
    } catch (error) {
      // It may hold some of them; it is packed anew when it is needed again.
      this.close();
      throw error;
    }
    this.#messages = [...this.#messages, ...added];
  }

  /** Packs all rows anew: a scan takes the earlier row for the better of equals. */
  #replace(messages: readonly Message[]): void {
    const packed = packRows(this.#core, messages);
    this.close();
    this.#packed = packed;
    this.#messages = messages;
  }

  /** In the order of a walk, so that a budget runs out at the row where it would there. */
  #matchExpression(tools: Tools, pattern: SearchPattern, limit: number): MessageHit[] {
    const rows = this.#messages;
    const contents = rows.map(({ content }) => content);
    return withPattern(tools, pattern, (compiled) =>
      pick(compiled.matchRows(contents, limit), rows, { pattern, limit }),
    );
  }

  #pack(): RowSnapshot {
    this.#packed ??= packRows(this.#core, this.#messages);
    return this.#packed;
  }
}

function packRows(core: Core, messages: readonly Message[]): RowSnapshot {
  const packed = core.prepareRows();
  packed.append(messages.map(({ content }) => content));
  return packed;
}

function newestFirst(a: Message, b: Message): number {
  return b.sequence - a.sequence;
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
