import type { SessionLog } from "../log/port.js";
import { SEARCH_LIMIT } from "../model/bounds.js";
import { AbortedError } from "../model/errors.js";
import type { Coverage, Sequence } from "../model/message.js";
import type { MessageHit, SearchQuery, SearchResult } from "../model/search.js";
import type { LogFunctions } from "../recall/recall.js";
import type { SearchOptions } from "../recall/search-messages.js";
import { CutLog } from "./watched-log.js";

export interface SearchAllOptions extends Omit<SearchOptions, "continueFrom"> {
  /** Most rows read; all of them when absent. */
  readonly scan?: number | undefined;
}

/**
 * Searches a log beyond the bound of one search: each search goes on where the one before stopped,
 * and all hits stand in one ranking. An aborted search gives what the searches before it found, with
 * a coverage (`aborted`) that a later one can go on from.
 */
export async function searchAll(
  recall: Pick<LogFunctions, "searchMessages">,
  log: SessionLog,
  query: SearchQuery,
  { scan = Infinity, onProgress, signal }: SearchAllOptions = {},
): Promise<SearchResult> {
  const { limit = SEARCH_LIMIT } = query;
  const cut = new CutLog(log, scan);
  let hits: MessageHit[] = [];
  let covered = notBegun(query.before ?? null);
  try {
    do {
      const { scanned } = covered;
      const found = await recall.searchMessages(cut, query, {
        signal,
        continueFrom: covered.nextBefore,
        onProgress: (progress) =>
          onProgress?.({ ...progress, scanned: scanned + progress.scanned }),
      });
      hits = merged(hits, found.hits, limit);
      covered = joined(covered, found.coverage);
    } while (covered.stoppedBy === "bound");
  } catch (error) {
    if (!(error instanceof AbortedError)) throw error;
    return { hits, coverage: { ...covered, complete: false, stoppedBy: "aborted" } };
  }
  return { hits, coverage: cutShort(covered, cut.cutAt) };
}

/** By score; the sort is stable and `more` is older, so the newest of equals leads. */
function merged(
  hits: readonly MessageHit[],
  more: readonly MessageHit[],
  limit: number,
): MessageHit[] {
  return [...hits, ...more].sort((a, b) => b.score - a.score).slice(0, limit);
}

function notBegun(before: Sequence | null): Coverage {
  return { scanned: 0, oldest: null, complete: false, nextBefore: before, stoppedBy: "bound" };
}

function joined(newer: Coverage, older: Coverage): Coverage {
  return {
    ...older,
    scanned: newer.scanned + older.scanned,
    oldest: older.oldest ?? newer.oldest,
  };
}

function cutShort(covered: Coverage, cutAt: Sequence | null): Coverage {
  if (cutAt === null) return covered;
  return { ...covered, complete: false, nextBefore: cutAt, stoppedBy: "bound" };
}
