import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import {
  detect,
  formatOfFolder,
  formatOfZip,
  headOfExport,
  parseFieldMap,
  readFolder,
  readSlack,
  type FieldMap,
  type Format,
  type ImportItem,
} from "../import/index.js";
import { parseMessageLine } from "../model/message-json.js";
import type { Io } from "./io.js";
import { isZip } from "./magic.js";
import { countedBytes, folderEntries, headOfFile, statPath } from "./open-path.js";
import { readFile } from "./read-file.js";
import type { SourceFormat } from "./source-format.js";
import { UsageError } from "./usage-error.js";

export interface SourceOptions {
  readonly path: string;
  readonly format: SourceFormat | null;
  /** A field map as it was spelled. */
  readonly map: string | null;
}

/** What an export yields, one item after another. */
export interface OpenedItems {
  readonly path: string;
  /** What it is, told or found out; asked for by those alone who need to know. */
  readonly format: () => Promise<SourceFormat>;
  readonly items: AsyncIterable<ImportItem>;
  /** The part of the source that has been read, 0 to 1; null where that is not known. */
  readonly part: () => number | null;
}

const MAGIC_BYTES = 4;
/** Lines that are looked at, so that a broken first one does not hide what the rest is. */
const OWN_HEAD_LINES = 5;

/** Opens a file, a pipe or a folder to be read once, from its front. */
export async function openItems(io: Io, options: SourceOptions): Promise<OpenedItems> {
  const map = options.map === null ? null : parseFieldMap(options.map);
  const stats = await statPath(options.path);
  if (stats.isDirectory()) return openFolder(options, map);
  const head = stats.isFile() ? await headOfFile(options.path, MAGIC_BYTES) : new Uint8Array();
  return isZip(head) ? openZip(options, map) : openStream(io, options, { map, size: stats.size });
}

async function openFolder(
  { path, format }: SourceOptions,
  map: FieldMap | null,
): Promise<OpenedItems> {
  if (format !== null && format !== "slack")
    throw new UsageError(`--format ${format} is for a file`, "leave it out, or name one file");
  const entries = await folderEntries(path);
  return {
    path,
    format: async () => format ?? named(await formatOfFolder(entries)),
    items:
      format === "slack" ? readSlack(entries) : readFolder(entries, map === null ? {} : { map }),
    part: () => null,
  };
}

/** A zip is read where it lies, for its table stands at its end. */
async function openZip(
  { path, format }: SourceOptions,
  map: FieldMap | null,
): Promise<OpenedItems> {
  const zip = await openAsBlob(path);
  const name = basename(path);
  return {
    path,
    format: async () => format ?? named(await formatOfZip(name, zip)),
    items: readFile(format, { name, source: zip, map }),
    part: () => null,
  };
}

/** A file, or a pipe (of size 0), whose front cannot be looked at without taking it. */
function openStream(
  io: Io,
  { path, format }: SourceOptions,
  { map, size }: { readonly map: FieldMap | null; readonly size: number },
): OpenedItems {
  let bytes = 0;
  const name = basename(path);
  const source = countedBytes(path, io.signal, (read) => (bytes = read));
  return {
    path,
    format: async () => format ?? (map === null && size > 0 ? formatOfFile(path, name) : "rows"),
    items: readFile(format, { name, source, map }),
    part: () => (size === 0 ? null : bytes / size),
  };
}

/** By its first bytes, gzip undone. */
async function formatOfFile(path: string, name: string): Promise<SourceFormat> {
  const head = await headOfExport(name, await openAsBlob(path));
  const lines = new TextDecoder().decode(head).split("\n", OWN_HEAD_LINES);
  return lines.some((line) => parseMessageLine(line).ok) ? "jsonl" : named(detect(name, head));
}

function named(format: Format): SourceFormat {
  return format === "slack-zip" ? "slack" : format;
}
