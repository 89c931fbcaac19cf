import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { parseFieldMap, readFolder, readSlack, type ImportItem } from "../import/index.js";

import { openImport } from "./imported-log.js";
import type { Io } from "./io.js";
import { countedBytes, folderEntries } from "./open-path.js";
import type { OpenedLog } from "./opened-log.js";
import { readFile } from "./read-file.js";
import type { SourceFormat } from "./source-format.js";
import { UsageError } from "./usage-error.js";

export interface SourceOptions {
  readonly path: string;
  readonly format: SourceFormat | null;
  /** A field map as it was spelled. */
  readonly map: string | null;
  readonly allIssues: boolean;
}

/** Reads the export in a folder. */
export async function importFolder(io: Io, options: SourceOptions): Promise<OpenedLog> {
  const { path, format, map, allIssues } = options;
  if (format !== null && format !== "slack")
    throw new UsageError(`--format ${format} is for a file`, "leave it out, or name one file");
  const entries = await folderEntries(path);
  const items =
    format === "slack"
      ? readSlack(entries)
      : readFolder(entries, map === null ? {} : { map: parseFieldMap(map) });
  return openImport(io, { path, items, part: () => null, allIssues });
}

/** Reads a zip where it lies, for its table stands at its end. */
export async function importZip(io: Io, options: SourceOptions): Promise<OpenedLog> {
  const items = itemsOf(options, await openAsBlob(options.path));
  const { path, allIssues } = options;
  return openImport(io, { path, items, part: () => null, allIssues });
}

/** Reads a file, or a pipe (of size 0), from its front. */
export async function importStream(
  io: Io,
  options: SourceOptions,
  size: number,
): Promise<OpenedLog> {
  const { path, allIssues } = options;
  let bytes = 0;
  const items = itemsOf(
    options,
    countedBytes(path, io.signal, (read) => (bytes = read)),
  );
  return openImport(io, { path, items, part: () => (size === 0 ? null : bytes / size), allIssues });
}

function itemsOf(
  { path, format, map }: SourceOptions,
  source: Blob | AsyncIterable<Uint8Array>,
): AsyncIterable<ImportItem> {
  return readFile(format, {
    name: basename(path),
    source,
    map: map === null ? null : parseFieldMap(map),
  });
}
