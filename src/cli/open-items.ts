import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import {
  detect,
  formatOfFolder,
  formatOfZip,
  parseFieldMap,
  readFolder,
  readSlack,
  type Format,
  type ImportItem,
} from "../import/index.js";
import { parseMessageLine } from "../model/message-json.js";
import { choice, text, type Args } from "./args.js";
import type { Io } from "./io.js";
import { isGzip, isZip } from "./magic.js";
import { countedBytes, folderEntries, headOfFile, statPath } from "./open-path.js";
import { readFile } from "./read-file.js";
import { SOURCE_FORMATS, type SourceFormat } from "./source-format.js";

/** What an export yields, one item after another. */
export interface OpenedItems {
  readonly path: string;
  /** What it is, told or found out. */
  readonly format: SourceFormat;
  readonly items: AsyncIterable<ImportItem>;
  /** The part of the source that has been read, 0 to 1; null where that is not known. */
  readonly part: () => number | null;
}

const HEAD_BYTES = 65_536;
const OWN_HEAD_LINES = 5;

/** Opens a file, a pipe or a folder to be read once, from its front. */
export async function openItems(io: Io, args: Args, path: string): Promise<OpenedItems> {
  const format = choice(args, "format", SOURCE_FORMATS);
  const fields = text(args, "map");
  const map = fields === null ? null : parseFieldMap(fields);
  const stats = await statPath(path);
  const name = basename(path);
  if (stats.isDirectory()) {
    const entries = await folderEntries(path);
    const found = format ?? named(await formatOfFolder(entries));
    const items = found === "slack" ? readSlack(entries) : readFolder(entries, mapped(map));
    return { path, format: found, items, part: () => null };
  }
  const head = stats.isFile() ? await headOfFile(path, HEAD_BYTES) : new Uint8Array();
  if (isZip(head)) {
    const zip = await openAsBlob(path);
    const found = format ?? named(await formatOfZip(name, zip));
    return {
      path,
      format: found,
      items: readFile(format, { name, source: zip, map }),
      part: () => null,
    };
  }
  let bytes = 0;
  const source = countedBytes(path, io.signal, (read) => (bytes = read));
  return {
    path,
    format: format ?? formatOfHead(name, head),
    items: readFile(format, { name, source, map }),
    part: () => (stats.size === 0 ? null : bytes / stats.size),
  };
}

function formatOfHead(name: string, head: Uint8Array): SourceFormat {
  const lines = new TextDecoder().decode(head).split("\n", OWN_HEAD_LINES);
  if (lines.some((line) => parseMessageLine(line).ok)) return "jsonl";
  return head.length === 0 || isGzip(head) ? "rows" : named(detect(name, head));
}

function named(format: Format): SourceFormat {
  return format === "slack-zip" ? "slack" : format;
}

function mapped(map: ReturnType<typeof parseFieldMap> | null): Parameters<typeof readFolder>[1] {
  return map === null ? {} : { map };
}
