import { checkLimit } from "../core/ranking.js";
import type { SessionLog } from "../log/port.js";
import { nothingRead, walk } from "../log/walk.js";
import { SEARCH_LIMIT, SEARCH_SCAN } from "../model/bounds.js";
import type { SearchPattern } from "../model/match.js";
import type { Coverage, Message, Sequence } from "../model/message.js";
import type { SearchQuery, SearchResult } from "../model/search.js";
import { isBlankPattern, parsePattern, type Tools } from "./pattern.js";
import { isAsked, type ReadOptions } from "./search-messages.js";
import { HeldRows } from "./search-session-rows.js";
import type {
  SearchSession,
  SearchSessionOptions,
  SessionExtendOptions,
  SessionExtension,
  SessionQueryOptions,
  SessionRefresh,
} from "./search-session.js";
import { Turns, unread } from "./turns.js";

/**
 * Reads the newest 2,048 rows, or as many as the bound says, and keeps those of the conversation and
 * author folded until the session is closed. Throws as `searchMessages` does.
 */
export async function openSearch(
  tools: Tools,
  log: SessionLog,
  options: SearchSessionOptions = {},
): Promise<SearchSession> {
  const session = new LocalSession(tools, log, options);
  await session.open(options);
  return session;
}

/** What of the log a session reads, whenever it reads from the newest row on. */
interface Extent {
  readonly before: Sequence | null;
  readonly bound: number;
  readonly filter: Pick<SearchQuery, "scope" | "authorId">;
}

/** One stretch of the log, newest first. */
interface Stretch {
  readonly before: Sequence | null;
  readonly bound: number;
  /** Where it stops before the bound: at this row or an older one, which is not part of it. */
  readonly until?: Sequence | null;
}

interface Reading {
  /** The rows that are held of the stretch. */
  readonly rows: readonly Message[];
  /** Raw rows of the stretch. */
  readonly scanned: number;
  readonly newest: Sequence | null;
  readonly coverage: Coverage;
}

class LocalSession implements SearchSession {
  readonly #tools: Tools;
  readonly #log: SessionLog;
  readonly #extent: Extent;
  readonly #turns = new Turns("search session");
  #held: HeldRows;
  #coverage: Coverage;
  /** The newest raw row that was read. */
  #newest: Sequence | null = null;

  constructor(tools: Tools, log: SessionLog, options: SearchSessionOptions) {
    const { conversation = null, author = null, before = null, bound = SEARCH_SCAN } = options;
    this.#tools = tools;
    this.#log = log;
    this.#extent = { before, bound, filter: { scope: conversation, authorId: author } };
    this.#held = new HeldRows(tools.core);
    this.#coverage = nothingRead(before);
  }

  get size(): number {
    return this.#held.size;
  }

  get coverage(): Coverage {
    return this.#coverage;
  }

  async query(
    pattern: string | SearchPattern,
    { limit = SEARCH_LIMIT }: SessionQueryOptions = {},
  ): Promise<SearchResult> {
    this.#turns.mustBeOpen();
    checkLimit(limit);
    const asked = typeof pattern === "string" ? parsePattern(pattern) : pattern;
    const coverage = this.#coverage;
    if (limit === 0 || isBlankPattern(asked)) return { hits: [], coverage };
    return { hits: this.#held.best(this.#tools, asked, limit), coverage };
  }

  refresh(options: ReadOptions = {}): Promise<SessionRefresh> {
    const coverage = unread(this.#extent.before);
    return this.#turns.run({ signal: options.signal, coverage }, () => this.#refresh(options));
  }

  extend(options: SessionExtendOptions = {}): Promise<SessionExtension> {
    const coverage = unread(this.#coverage.nextBefore);
    return this.#turns.run({ signal: options.signal, coverage }, () => this.#extend(options));
  }

  close(): void {
    this.#turns.close();
    this.#held.close();
    this.#held = new HeldRows(this.#tools.core);
  }

  /** Holds what the log holds now, instead of what was held. */
  async open(options: ReadOptions): Promise<void> {
    const reading = await this.#read(this.#extent, options);
    const held = new HeldRows(this.#tools.core);
    held.append(reading.rows);
    this.#held.close();
    this.#held = held;
    this.#newest = reading.newest;
    this.#coverage = reading.coverage;
  }

  async #refresh(options: ReadOptions): Promise<SessionRefresh> {
    const until = this.#newest;
    if (until === null) return this.#restart(false, options);
    // One more than may arrive: the row that it stops at.
    const stretch = { before: this.#extent.before, bound: SEARCH_SCAN + 1, until };
    const { rows, scanned, newest, coverage } = await this.#read(stretch, options);
    const met = coverage.stoppedBy === "filled" && coverage.nextBefore === until;
    if (!met) return this.#restart(true, options);
    this.#held.append(rows);
    this.#newest = newest;
    this.#coverage = { ...this.#coverage, scanned: this.#coverage.scanned + scanned };
    return { added: rows.length, restarted: false, coverage: this.#coverage };
  }

  async #restart(restarted: boolean, options: ReadOptions): Promise<SessionRefresh> {
    await this.open(options);
    return { added: this.size, restarted, coverage: this.#coverage };
  }

  async #extend(options: SessionExtendOptions): Promise<SessionExtension> {
    const { scanned, oldest, complete, nextBefore } = this.#coverage;
    if (complete) return { added: 0, coverage: this.#coverage };
    const { bound = SEARCH_SCAN } = options;
    const reading = await this.#read({ before: nextBefore, bound }, options);
    this.#held.append(reading.rows);
    this.#newest ??= reading.newest;
    this.#coverage = {
      ...reading.coverage,
      scanned: scanned + reading.scanned,
      oldest: reading.coverage.oldest ?? oldest,
    };
    return { added: reading.rows.length, coverage: this.#coverage };
  }

  async #read(stretch: Stretch, { signal, onProgress }: ReadOptions): Promise<Reading> {
    const { before, bound, until = null } = stretch;
    const rows: Message[] = [];
    let scanned = 0;
    let newest: Sequence | null = null;
    const onPage = (page: readonly Message[]): Sequence | null => {
      this.#turns.mustBeOpen();
      newest ??= page[0]?.sequence ?? null;
      for (const row of page) {
        if (until !== null && row.sequence <= until) return row.sequence;
        scanned++;
        if (isAsked(row, this.#extent.filter)) rows.push(row);
      }
      return null;
    };
    const coverage = await walk(this.#log, { before, bound, signal, onProgress, onPage });
    this.#turns.mustBeOpen();
    return { rows, scanned, newest, coverage };
  }
}
