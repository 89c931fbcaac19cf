// What the JSONL tests share: sources that count, files whose rows are known beforehand, a naive twin.
import type { ByteSource } from "../../dist/log/jsonl/index.js";
import type { Page, SessionLog } from "../../dist/log/port.js";
import type { Message } from "../../dist/model/message.js";
import { formatMessageLine } from "../../dist/model/message-json.js";

export function row(sequence: number, content = `row ${sequence}`): Message {
  return { sequence, chatId: null, parent: null, author: { type: "operator" }, content };
}

export function bytesOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "utf8") : part)),
  );
}

export function fileOf(messages: readonly Message[], newline = "\n"): Uint8Array {
  return bytesOf(messages.map((message) => formatMessageLine(message) + newline).join(""));
}

/** Bytes in memory; counts how often each was read. `length` may be moved to let the file grow. */
export class CountingSource implements ByteSource {
  readonly bytes: Uint8Array;
  readonly counts: Uint32Array;
  length: number;
  reads = 0;
  closed = 0;
  beforeRead: () => void | Promise<void> = () => {};

  constructor(bytes: Uint8Array, length: number = bytes.length) {
    this.bytes = bytes;
    this.counts = new Uint32Array(bytes.length);
    this.length = length;
  }

  size(): Promise<number> {
    return Promise.resolve(this.length);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    await this.beforeRead();
    this.reads++;
    const end = Math.min(offset + length, this.length);
    for (let i = offset; i < end; i++) this.counts[i] = (this.counts[i] ?? 0) + 1;
    return this.bytes.slice(offset, end);
  }

  /** How often the byte that was read most was read. */
  mostReads(): number {
    return this.counts.reduce((most, count) => Math.max(most, count), 0);
  }

  close(): Promise<void> {
    this.closed++;
    return Promise.resolve();
  }
}

/** Follows the cursors to the end; fails where a page breaks the port's contract. */
export async function walkAll(
  log: SessionLog,
  limit: number,
  from: number | null = null,
): Promise<Message[]> {
  const seen: Message[] = [];
  let before = from;
  for (;;) {
    const page: Page = await log.readBefore(before, limit);
    checkPage(page, before, limit);
    seen.push(...page.messages);
    if (page.nextBefore === null) return seen;
    before = page.nextBefore;
  }
}

function checkPage(page: Page, before: number | null, limit: number): void {
  if (page.messages.length > limit) throw new Error("page too large");
  let bound = before ?? Infinity;
  for (const { sequence } of page.messages) {
    if (sequence >= bound) throw new Error(`row ${sequence} is not before ${bound}`);
    bound = sequence;
  }
  if (page.nextBefore !== null && (page.messages.length === 0 || page.nextBefore !== bound)) {
    throw new Error(`cursor ${page.nextBefore} is not the oldest row`);
  }
}

/** The page that a log of these rows must give, by the simplest means. */
export function naivePage(
  rows: readonly Message[],
  before: number | null,
  limit: number,
): Message[] {
  return rows
    .filter(({ sequence }) => before === null || sequence < before)
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, limit);
}
