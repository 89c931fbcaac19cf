import { createReadStream, open as openDescriptor, openAsBlob, type Stats } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { Socket } from "node:net";
import { join, relative, sep } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import type { FolderEntry } from "../import/index.js";
import { printable } from "./printable.js";
import { untilAborted } from "./until-aborted.js";
import { UsageError } from "./usage-error.js";

const READ_BYTES = 262_144;

/** What a path leads to. Throws `UsageError` where that is nothing to read. */
export async function statPath(path: string): Promise<Stats> {
  return readable(path, () => stat(path));
}

/** The first bytes of a file, fewer when it is shorter. */
export async function headOfFile(path: string, size: number): Promise<Uint8Array> {
  return readable(path, async () => {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(size), 0, size, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  });
}

/** A file's bytes once, each chunk counted. The signal ends even a wait for bytes that never come. */
export async function* countedBytes(
  path: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const stream = (await statPath(path)).isFIFO()
    ? await pipeStream(path)
    : createReadStream(path, { highWaterMark: READ_BYTES });
  let bytes = 0;
  try {
    for await (const chunk of untilAborted<unknown>(stream, signal)) {
      if (!(chunk instanceof Uint8Array)) continue;
      bytes += chunk.length;
      onBytes(bytes);
      yield chunk;
    }
  } finally {
    // Also where a read is under way, for which the end of an iteration would wait.
    stream.destroy();
  }
}

/** A file stream's read of a pipe blocks a thread, and with it the end of the process. */
async function pipeStream(path: string): Promise<Readable> {
  const fd = await promisify(openDescriptor)(path, "r");
  return new Socket({ fd, readable: true, writable: false });
}

/** Every file below a folder; none is opened before it is read. Links are not followed. */
export async function folderEntries(path: string): Promise<FolderEntry[]> {
  return readable(path, async () => {
    const found = await readdir(path, { recursive: true, withFileTypes: true });
    const files = found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return Promise.all(
      files.map(async (file) => ({
        path: relative(path, file).split(sep).join("/"),
        source: await openAsBlob(file),
      })),
    );
  });
}

async function readable<Value>(path: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    const shown = printable(path);
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new UsageError(`there is no ${shown}`, "--in names a file or a folder");
    if (code === "EACCES" || code === "EPERM")
      throw new UsageError(`${shown} may not be read`, "check its permissions");
    throw error;
  }
}
