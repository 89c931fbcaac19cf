import { checkLimit } from "../core/ranking.js";
import { inConversation } from "../log/conversation.js";
import type { SessionLog } from "../log/port.js";
import { nothingRead, walk, type WalkProgress } from "../log/walk.js";
import { SEARCH_LIMIT, SEARCH_SCAN } from "../model/bounds.js";
import type { SearchPattern, TextMatch } from "../model/match.js";
import type { Message, Sequence } from "../model/message.js";
import type { MessageHit, SearchQuery, SearchResult } from "../model/search.js";
import type { StopSignal } from "../model/signal.js";
import { bestOf } from "./best-of.js";
import { excerptAround, type OffsetBasis } from "./excerpt.js";
import { compilePattern, isBlankPattern, type CompiledPattern, type Tools } from "./pattern.js";

/** What any read of a log can be given besides its question. */
export interface ReadOptions {
  /** Stops the read within one page; it then throws `AbortedError` with the coverage so far. */
  readonly signal?: StopSignal | undefined;
  /** Called after each page. */
  readonly onProgress?: ((progress: WalkProgress) => void) | undefined;
}

export interface SearchOptions extends ReadOptions {
  /** The `nextBefore` of an earlier search's coverage: goes on where that one stopped. */
  readonly continueFrom?: Sequence | null | undefined;
}

interface Matched extends TextMatch {
  readonly message: Message;
}

/**
 * Searches the newest 2,048 rows older than the cursor, whatever the limit. Throws the page errors
 * of a log that breaks its contract, and those of an expression before anything is read.
 */
export async function searchMessages(
  tools: Tools,
  log: SessionLog,
  query: SearchQuery,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const { pattern, limit = SEARCH_LIMIT } = query;
  checkLimit(limit);
  const before = older(query.before, options.continueFrom);
  if (limit === 0 || isBlankPattern(pattern)) return { hits: [], coverage: nothingRead(before) };
  const compiled = compilePattern(tools, pattern);
  try {
    const matched: Matched[] = [];
    const coverage = await walk(log, {
      ...options,
      before,
      bound: SEARCH_SCAN,
      onPage: (page) => {
        matched.push(...matchPage(page, query, compiled));
        return null;
      },
    });
    const best = bestOf(matched, limit, byRank);
    return { hits: best.map((match) => hitOf(match.message, match, pattern)), coverage };
  } finally {
    compiled.close();
  }
}

/** Whether the author is the one named: an id, a system kind, or the word "operator". */
export function isAuthor({ author }: Message, authorId: string): boolean {
  if (author.type === "operator") return authorId === "operator";
  return authorId === (author.type === "system" ? author.kind : author.id);
}

/** Whether the row is one of those that a query is about. */
export function isAsked(
  row: Message,
  { scope = null, authorId = null }: Pick<SearchQuery, "scope" | "authorId">,
): boolean {
  return (
    (scope === null || inConversation(row, scope)) && (authorId === null || isAuthor(row, authorId))
  );
}

function matchPage(
  page: readonly Message[],
  query: SearchQuery,
  pattern: CompiledPattern,
): Matched[] {
  const rows = page.filter((row) => isAsked(row, query));
  const matches: Matched[] = [];
  for (const match of pattern.matchRows(rows.map(({ content }) => content))) {
    const { row, kind, score, offset } = match;
    const message = rows[row];
    if (message !== undefined) matches.push({ message, kind, score, offset });
  }
  return matches;
}

/** The row as it is answered with. */
export function hitOf(message: Message, match: TextMatch, pattern: SearchPattern): MessageHit {
  const { sequence, chatId, parent, author, content } = message;
  const { score, kind, offset } = match;
  const basis: OffsetBasis = pattern.type === "text" ? "lowercased" : "as_written";
  const excerpt = excerptAround(content, offset, basis);
  return { sequence, chatId, parent, author, excerpt, score, kind };
}

/** By score, the newest of equals first. */
function byRank(a: Matched, b: Matched): number {
  return b.score - a.score || b.message.sequence - a.message.sequence;
}

function older(
  before: Sequence | null | undefined,
  continueFrom: Sequence | null | undefined,
): Sequence | null {
  if (before === undefined || before === null) return continueFrom ?? null;
  return Math.min(before, continueFrom ?? before);
}
