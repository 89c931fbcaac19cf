import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { parseFieldMap, readFolder, readSlack, type FieldMap } from "../import/index.js";
import { choice, has, text, type Args } from "./args.js";
import { FORMATS, isOwnLog, OWN_HEAD_BYTES, readFile, type SourceFormat } from "./formats.js";
import { openImport } from "./imported-log.js";
import type { Io } from "./io.js";
import { countedBytes, folderEntries, headOfFile, statPath } from "./open-path.js";
import type { OpenedLog } from "./opened-log.js";
import { openOwnLog } from "./own-log.js";
import { UsageError } from "./usage-error.js";

interface SourceOptions {
  readonly path: string;
  readonly format: SourceFormat | null;
  readonly map: FieldMap | null;
  readonly allIssues: boolean;
}

/** Opens what `--in` names: a log of our own at its end, anything else by reading it whole. */
export async function openSource(io: Io, args: Args): Promise<OpenedLog> {
  const options = sourceOptions(args);
  const stats = await statPath(options.path);
  if (stats.isDirectory()) return openFolder(io, options);
  if (!stats.isFile()) return openStream(io, options, 0);
  const { path, format, map } = options;
  const head = await headOfFile(path, OWN_HEAD_BYTES);
  const own = format === "jsonl" ? !isGzip(head) : format === null && isOwnLog(head);
  if (own && map === null) return openOwnLog(path, options.allIssues);
  return isZip(head) ? openZip(io, options) : openStream(io, options, stats.size);
}

function sourceOptions(args: Args): SourceOptions {
  const path = text(args, "in");
  if (path === null || path === "")
    throw new UsageError("--in is missing", "it names the transcript: --in PATH");
  const map = text(args, "map");
  return {
    path,
    format: choice(args, "format", FORMATS),
    map: map === null ? null : parseFieldMap(map),
    allIssues: has(args, "issues"),
  };
}

async function openFolder(io: Io, options: SourceOptions): Promise<OpenedLog> {
  const { path, format, map, allIssues } = options;
  if (format !== null && format !== "slack")
    throw new UsageError(`--format ${format} is for a file`, "leave it out, or name one file");
  const entries = await folderEntries(path);
  const items =
    format === "slack" ? readSlack(entries) : readFolder(entries, map === null ? {} : { map });
  return openImport(io, { path, items, part: () => null, allIssues });
}

/** A zip's table stands at its end, so it is read where it lies. */
async function openZip(io: Io, options: SourceOptions): Promise<OpenedLog> {
  const { path, format, map, allIssues } = options;
  const items = readFile(format, { name: basename(path), source: await openAsBlob(path), map });
  return openImport(io, { path, items, part: () => null, allIssues });
}

async function openStream(io: Io, options: SourceOptions, size: number): Promise<OpenedLog> {
  const { path, format, map, allIssues } = options;
  let bytes = 0;
  const source = countedBytes(path, io.signal, (read) => (bytes = read));
  const items = readFile(format, { name: basename(path), source, map });
  return openImport(io, { path, items, part: () => (size === 0 ? null : bytes / size), allIssues });
}

function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b;
}
