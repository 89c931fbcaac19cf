import { isBlank } from "../core/white-space.js";
import { checkLimit } from "../core/ranking.js";
import { inDesk } from "../log/conversation.js";
import type { SessionLog } from "../log/port.js";
import { nothingRead, walk } from "../log/walk.js";
import {
  SELECT_LIMIT,
  THREAD_INDEX_LIMIT,
  THREAD_INDEX_SCAN,
  THREAD_OPENING_CHARS,
} from "../model/bounds.js";
import type { SearchPattern } from "../model/match.js";
import type { Conversation, Coverage, Message, Sequence } from "../model/message.js";
import type { ThreadHit, ThreadLine } from "../model/search.js";
import { openingOf } from "./excerpt.js";
import { compilePattern, isBlankPattern, type Tools } from "./pattern.js";
import type { ReadOptions } from "./search-messages.js";

export interface LimitOptions extends ReadOptions {
  readonly limit?: number | undefined;
}

/** Lists the threads of rows given oldest first, the most recently answered first. */
export function foldThreadIndex(rows: Iterable<Message>, limit: number): ThreadLine[] {
  checkLimit(limit);
  const threads = new Map<Sequence, { opening: string; replies: number; latest: Sequence }>();
  for (const { sequence, parent, content } of rows) {
    if (isBlank(content)) continue;
    if (parent === null) {
      const opening = openingOf(content, THREAD_OPENING_CHARS);
      threads.set(sequence, { opening, replies: 0, latest: sequence });
      continue;
    }
    const thread = threads.get(parent);
    if (thread === undefined) continue;
    thread.replies++;
    thread.latest = sequence;
  }
  const lines = Array.from(threads, ([root, { opening, replies, latest }]) => {
    return { root, opening, replies, latest, landed: null };
  });
  return lines.sort((a, b) => b.latest - a.latest).slice(0, limit);
}

/** The live threads of a desk within the log's newest 256 rows, of any desk; a thread has none. */
export async function threadIndex(
  log: SessionLog,
  conversation: Conversation,
  options: LimitOptions = {},
): Promise<{ readonly threads: readonly ThreadLine[]; readonly coverage: Coverage }> {
  const { limit = THREAD_INDEX_LIMIT } = options;
  checkLimit(limit);
  if (limit === 0 || conversation.threadRoot !== null)
    return { threads: [], coverage: nothingRead(null) };
  const newestFirst: Message[] = [];
  const coverage = await walk(log, {
    ...options,
    bound: THREAD_INDEX_SCAN,
    onPage: (page) => {
      newestFirst.push(...page.filter((row) => inDesk(row, conversation)));
      return null;
    },
  });
  return { threads: foldThreadIndex(newestFirst.toReversed(), limit), coverage };
}

/**
 * Ranks the live threads of a desk by their opening words as an index shows them, the cut and its
 * ellipsis included.
 */
export async function searchThreads(
  tools: Tools,
  log: SessionLog,
  search: { readonly conversation: Conversation; readonly pattern: SearchPattern },
  options: LimitOptions = {},
): Promise<{ readonly hits: readonly ThreadHit[]; readonly coverage: Coverage }> {
  const { conversation, pattern } = search;
  const { limit = SELECT_LIMIT } = options;
  checkLimit(limit);
  if (limit === 0 || isBlankPattern(pattern) || conversation.threadRoot !== null)
    return { hits: [], coverage: nothingRead(null) };
  const compiled = compilePattern(tools, pattern);
  try {
    const index = await threadIndex(log, conversation, { ...options, limit: Infinity });
    const hits: ThreadHit[] = [];
    for (const line of index.threads) {
      const match = compiled.match(line.opening);
      if (match !== null) hits.push({ line, score: match.score, kind: match.kind });
    }
    hits.sort((a, b) => b.score - a.score);
    return { hits: hits.slice(0, limit), coverage: index.coverage };
  } finally {
    compiled.close();
  }
}
