import type { FileEntry } from "@zip.js/zip.js";
import { UnreadableExportError } from "../model/import-errors.js";
import {
  MAX_ZIP_ENTRIES,
  MAX_ZIP_ENTRY_BYTES,
  MAX_ZIP_STREAM_BYTES,
  MAX_ZIP_TOTAL_BYTES,
} from "./bounds.js";
import { byteChunks, type ByteSource, type FolderEntry } from "./source.js";

/** What one zip may cost. */
export interface ZipLimits {
  readonly maxEntries: number;
  readonly maxEntryBytes: number;
  readonly maxTotalBytes: number;
  readonly maxStreamBytes: number;
}

const LIMITS: ZipLimits = {
  maxEntries: MAX_ZIP_ENTRIES,
  maxEntryBytes: MAX_ZIP_ENTRY_BYTES,
  maxTotalBytes: MAX_ZIP_TOTAL_BYTES,
  maxStreamBytes: MAX_ZIP_STREAM_BYTES,
};

/** The bytes of an entry, which may be read more than once, as those of a `Blob` may. */
export class ZipEntrySource implements AsyncIterable<Uint8Array> {
  readonly #open: () => AsyncGenerator<Uint8Array>;

  constructor(open: () => AsyncGenerator<Uint8Array>) {
    this.#open = open;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    return this.#open();
  }
}

/**
 * A zip as a folder. Entries inflate when they are read, without workers; a zip inside the zip
 * stays an entry like any other. A `Blob` is read where it lies, anything else is held whole.
 * Errors, here and while an entry is read: `UnreadableExportError`. An encrypted entry is one that
 * cannot be read, a zip of nothing else is refused.
 */
export async function openZip(
  source: ByteSource,
  file: string,
  limits: Partial<ZipLimits> = {},
): Promise<FolderEntry[]> {
  const within = { ...LIMITS, ...limits };
  const blob = source instanceof Blob ? source : await hold(source, file, within.maxStreamBytes);
  const budget = { left: within.maxTotalBytes };
  const files = await listFiles(blob, file, within.maxEntries);
  return files.map((entry) => ({
    path: entry.filename,
    source: new ZipEntrySource(() => inflate(entry, within.maxEntryBytes, budget)),
  }));
}

async function hold(source: ByteSource, file: string, limit: number): Promise<Blob> {
  const parts: BlobPart[] = [];
  let length = 0;
  for await (const chunk of byteChunks(source)) {
    length += chunk.length;
    if (length > limit)
      throw UnreadableExportError.of(file, `a zip that comes as a stream ends at ${limit} bytes`);
    parts.push(new Uint8Array(chunk));
  }
  return new Blob(parts);
}

async function listFiles(blob: Blob, file: string, maxEntries: number): Promise<FileEntry[]> {
  // Loaded when a zip is met: readers of other formats do without it.
  const { BlobReader, ZipReader } = await import("@zip.js/zip.js");
  const options = { useWebWorkers: false, checkOverlappingEntry: true, checkSignature: true };
  const zip = new ZipReader(new BlobReader(blob), options);
  const files: FileEntry[] = [];
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (files.length === maxEntries)
        throw UnreadableExportError.of(file, `the zip has more than ${maxEntries} entries`);
      if (!entry.directory) files.push(entry);
    }
    if (files.length > 0 && files.every(({ encrypted }) => encrypted))
      throw UnreadableExportError.of(file, "the zip is encrypted");
    return files;
  } catch (error) {
    throw unreadable(error, file, "not a zip, or a damaged one");
  } finally {
    await zip.close();
  }
}

/** Stored, deflated, and deflated by the variant of large entries. */
const METHODS: ReadonlySet<number> = new Set([0, 8, 9]);

/** Why an entry cannot be read, as far as the zip itself says. */
function unreadableAs({ encrypted, compressionMethod }: FileEntry): string | null {
  if (encrypted) return "the zip entry is encrypted";
  if (METHODS.has(compressionMethod)) return null;
  return "the zip entry is compressed in a way that is not read";
}

async function* inflate(
  entry: FileEntry,
  maxBytes: number,
  budget: { left: number },
): AsyncGenerator<Uint8Array> {
  const reason = unreadableAs(entry);
  if (reason !== null) throw UnreadableExportError.of(entry.filename, reason);
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const done = entry.getData(pipe.writable).then(
    () => null,
    async (error: unknown) => {
      // What is found wrong before the first byte leaves the pipe open, and its reader waiting.
      await pipe.writable.abort(error).catch(() => undefined);
      return { error };
    },
  );
  const reader = pipe.readable.getReader();
  let length = 0;
  try {
    for (;;) {
      const step = await reader.read();
      if (step.done) break;
      length += step.value.length;
      budget.left -= step.value.length;
      // The size that the zip declares may lie, so the bytes themselves are counted.
      if (length > maxBytes || budget.left < 0)
        throw UnreadableExportError.of(entry.filename, "the zip inflates to more than its bound");
      yield step.value;
    }
  } catch (error) {
    throw unreadable(error, entry.filename, "the zip entry is damaged");
  } finally {
    await reader.cancel().catch(() => undefined);
    await done;
  }
  const failure = await done;
  if (failure !== null) throw unreadable(failure.error, entry.filename, "the zip entry is damaged");
}

function unreadable(error: unknown, file: string, reason: string): UnreadableExportError {
  if (error instanceof UnreadableExportError) return error;
  return new UnreadableExportError(`${file}: ${reason}`, { file, reason }, { cause: error });
}
