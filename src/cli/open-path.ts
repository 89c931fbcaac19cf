import { createReadStream, openAsBlob, type Stats } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { FolderEntry } from "../import/index.js";
import { printable } from "./printable.js";
import { UsageError } from "./usage-error.js";

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

/** A file's bytes once, each chunk counted. */
export async function* countedBytes(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.length;
    onBytes(bytes);
    yield chunk;
  }
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
