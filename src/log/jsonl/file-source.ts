import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { InvalidArgumentError, SourceChangedError } from "../../model/errors.js";
import type { ByteSource } from "./byte-source.js";

/**
 * A regular file, held open until `close`. `size` throws `SourceChangedError` once the path names
 * another file, or none: rows would be appended to a file that is no longer this one.
 */
export async function fileSource(path: string | URL): Promise<ByteSource> {
  // Not an import of this module: a bundler may write it at the head of a Worker that has no files.
  const { open, stat } = await import("node:fs/promises");
  // Before it is opened: a pipe would wait there for somebody who writes to it.
  checkRegular(await stat(path));
  const handle = await open(path, "r");
  const opened = await identityOf(handle);
  return {
    size: async () => {
      const named = await ifPresent(stat(path, { bigint: true }));
      if (named?.ino !== opened.ino || named.dev !== opened.dev) {
        throw SourceChangedError.of("replaced");
      }
      return Number(named.size);
    },
    read: (offset, length) => readFully(handle, offset, length),
    close: () => handle.close(),
  };
}

/** What the handle has opened; it is closed where that is not wanted. */
async function identityOf(handle: FileHandle): Promise<BigIntStats> {
  try {
    const opened = await handle.stat({ bigint: true });
    checkRegular(opened);
    return opened;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function checkRegular(stats: { isFile(): boolean }): void {
  if (!stats.isFile()) throw InvalidArgumentError.of("path", "must name a regular file");
}

async function ifPresent(named: Promise<BigIntStats>): Promise<BigIntStats | null> {
  try {
    return await named;
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
