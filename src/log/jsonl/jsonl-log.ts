import { ClosedError, InvalidArgumentError } from "../../model/errors.js";
import type { Sequence } from "../../model/message.js";
import type { StopSignal } from "../../model/signal.js";
import type { Page, SessionLog } from "../port.js";
import { BackwardLines, type Unread } from "./backward-lines.js";
import type { ByteSource } from "./byte-source.js";
import { GrowingSource } from "./growing-source.js";
import { NO_BYTES } from "./line.js";
import { KeptPositions } from "./kept-positions.js";
import { readPage } from "./page-reader.js";
import { createRowDecoder, type RowDecoder } from "./row-decoder.js";
import { seek } from "./seek.js";
import { checkPositive, type JsonlOptions, type JsonlSettings, jsonlSettings } from "./settings.js";

/**
 * A log over lines of JSON that ascend by sequence and may be appended to meanwhile. Blank lines,
 * CRLF and a byte order mark are accepted. `readBefore` throws `MalformedRowError` (by option),
 * `RowOutOfOrderError`, `SourceChangedError` once the file shrank or was replaced, the signal's reason
 * when it fired between two reads, and what the source throws.
 */
export interface JsonlLog extends SessionLog {
  /** Lets the source go; a later read throws `ClosedError`. */
  close(): Promise<void>;
}

/** Reads a source from its end. Throws `InvalidArgumentError` for options without a meaning. */
export function jsonlLog(source: ByteSource, options: JsonlOptions = {}): JsonlLog {
  return new SourceLog(source, jsonlSettings(options));
}

class SourceLog implements JsonlLog {
  readonly #source: GrowingSource;
  readonly #settings: JsonlSettings;
  readonly #decode: RowDecoder;
  readonly #positions = new KeptPositions();
  #closed = false;

  constructor(source: ByteSource, settings: JsonlSettings) {
    this.#source = new GrowingSource(source);
    this.#settings = settings;
    this.#decode = createRowDecoder(settings.leaveUnterminated);
  }

  async readBefore(
    before: Sequence | null,
    limit: number,
    options: { readonly signal?: StopSignal } = {},
  ): Promise<Page> {
    if (this.#closed) throw ClosedError.of("JSONL log");
    checkBefore(before);
    checkPositive("limit", limit);
    const { onIssue, limits } = this.#settings;
    const from = await this.#positionOf(before, options.signal);
    const newer = before === null ? null : { at: from.start + from.bytes.length, sequence: before };
    const lines = new BackwardLines(this.#source, from, limits);
    const request = { limit, newer, decode: this.#decode, onIssue };
    const page = await readPage(lines, request, options.signal);
    if (page.nextBefore !== null) this.#positions.keep(page.nextBefore, lines.unread());
    return page;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#positions.clear();
    await this.#source.close();
  }

  async #positionOf(before: Sequence | null, signal: StopSignal | undefined): Promise<Unread> {
    const size = await this.#source.size(signal);
    if (before === null) return { start: size, bytes: NO_BYTES };
    const kept = this.#positions.get(before);
    if (kept !== undefined) return kept;
    const { limits } = this.#settings;
    const file = { source: this.#source, size, limits, decode: this.#decode };
    return { start: await seek(file, before, signal), bytes: NO_BYTES };
  }
}

function checkBefore(before: Sequence | null): void {
  if (before === null || (Number.isSafeInteger(before) && before >= 0)) return;
  throw InvalidArgumentError.of("before", "must be null or a whole number from 0 to 2^53-1");
}
