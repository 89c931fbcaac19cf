import { InvalidArgumentError } from "../model/errors.js";
import { UnreadableExportError } from "../model/import-errors.js";

/** Bytes to import. A `Blob` may be read more than once; the others are read once, in order. */
export type ByteSource = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file of a folder; paths are relative to it, with `/`. */
export interface FolderEntry {
  readonly path: string;
  readonly source: ByteSource;
}

export type Chunks = AsyncIterable<Uint8Array>;

/** The source's bytes as they are. */
export async function* byteChunks(source: ByteSource): AsyncGenerator<Uint8Array> {
  const chunks =
    source instanceof Blob
      ? streamChunks(source.stream())
      : "getReader" in source
        ? streamChunks(source)
        : source;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw InvalidArgumentError.of("source", "must yield bytes");
    if (chunk.length > 0) yield chunk;
  }
}

/** Not every browser iterates a stream by itself. */
async function* streamChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const step = await reader.read();
      ended = step.done;
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // The consumer left early: the producer is told, and what it answers no longer matters.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

/** Bytes from the front of a stream, and the whole stream again. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly chunks: Chunks;
  /** Lets the source go when `chunks` will not be read. */
  close(): Promise<void>;
}

/** Reads `size` bytes ahead (fewer when the stream is shorter). */
export async function peek(chunks: Chunks, size: number): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let length = 0;
  while (length < size) {
    const step = await iterator.next();
    if (step.done === true) break;
    // A copy: the producer may use its buffer again.
    read.push(step.value.slice());
    length += step.value.length;
  }
  return {
    head: concat(read).subarray(0, size),
    chunks: resume(read, iterator),
    close: async () => {
      await iterator.return?.();
    },
  };
}

/** The first `size` bytes (fewer when there are fewer); the stream is closed. */
export async function headOf(chunks: Chunks, size: number): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    read.push(chunk.slice());
    length += chunk.length;
    if (length >= size) break;
  }
  return concat(read).subarray(0, size);
}

async function* resume(
  read: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* read;
    for (;;) {
      const step = await iterator.next();
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}

export function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

export function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

const GZIP_MAGIC = [0x1f, 0x8b];

/** The source's bytes, inflated where they are gzip. Errors: `UnreadableExportError`. */
export async function plainChunks(source: ByteSource, file: string): Promise<Chunks> {
  const { head, chunks } = await peek(byteChunks(source), GZIP_MAGIC.length);
  return startsWith(head, GZIP_MAGIC) ? gunzip(chunks, file) : chunks;
}

async function* gunzip(chunks: Chunks, file: string): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream("gzip");
  const source: { failure: unknown; failed: boolean } = { failure: undefined, failed: false };
  const feeding = feed(chunks, stream.writable.getWriter(), source);
  try {
    yield* streamChunks(stream.readable);
  } catch (error) {
    if (source.failed) throw source.failure;
    throw new UnreadableExportError(
      `${file}: the gzip stream is broken or cut short`,
      { file, reason: "the gzip stream is broken or cut short" },
      { cause: error },
    );
  } finally {
    await feeding;
  }
}

/** Never rejects: a failure of the source is kept apart from one of the inflater. */
async function feed(
  chunks: Chunks,
  writer: WritableStreamDefaultWriter<BufferSource>,
  source: { failure: unknown; failed: boolean },
): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await readOrNote(iterator, source);
      if (step.done === true) break;
      await writer.write(new Uint8Array(step.value));
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    await iterator.return?.();
  }
}

async function readOrNote(
  iterator: AsyncIterator<Uint8Array>,
  source: { failure: unknown; failed: boolean },
): Promise<IteratorResult<Uint8Array>> {
  try {
    return await iterator.next();
  } catch (error) {
    source.failed = true;
    source.failure = error;
    throw error;
  }
}
