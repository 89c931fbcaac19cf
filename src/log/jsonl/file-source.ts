import type { BigIntStats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { InvalidArgumentError, SourceChangedError } from "../../model/errors.js";
import type { ByteSource } from "./byte-source.js";

/**
 * A regular file, held open until `close`. `size` throws `SourceChangedError` once the path names
 * another file, or none: rows would be appended to a file that is no longer this one.
 */
export async function fileSource(path: string | URL): Promise<ByteSource> {
  const handle = await open(path, "r");
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile()) {
    await handle.close();
    throw InvalidArgumentError.of("path", "must name a regular file");
  }
  return {
    size: async () => {
      const named = await statIfPresent(path);
      if (named?.ino !== opened.ino || named.dev !== opened.dev) {
        throw SourceChangedError.of("replaced");
      }
      return Number(named.size);
    },
    read: (offset, length) => readFully(handle, offset, length),
    close: () => handle.close(),
  };
}

async function statIfPresent(path: string | URL): Promise<BigIntStats | null> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

async function readFully(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
