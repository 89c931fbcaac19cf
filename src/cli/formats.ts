import {
  readDiscord,
  readExport,
  readIrc,
  readRows,
  readSlackZip,
  readTelegram,
  type FieldMap,
  type ImportItem,
} from "../import/index.js";
import { parseMessageLine } from "../model/message-json.js";

/** `jsonl` is a log of our own, read from its end; the others are read whole. */
export const FORMATS = ["jsonl", "rows", "slack", "discord", "telegram", "irc"] as const;
export type SourceFormat = (typeof FORMATS)[number];

/** Bytes of a file that are looked at to tell a log of our own. */
export const OWN_HEAD_BYTES = 65_536;
/** Lines of it, so that a broken first one does not hide what the rest is. */
const OWN_HEAD_LINES = 5;

/** Whether a file that begins so is a plain log of our own lines. */
export function isOwnLog(head: Uint8Array): boolean {
  const lines = new TextDecoder().decode(head).split("\n", OWN_HEAD_LINES);
  return lines.some((line) => parseMessageLine(line).ok);
}

interface NamedFile {
  readonly name: string;
  readonly source: Blob | AsyncIterable<Uint8Array>;
  readonly map: FieldMap | null;
}

/** The reader of a format, or the one that fits when none is named. */
export function readFile(
  format: SourceFormat | null,
  { name, source, map }: NamedFile,
): AsyncIterable<ImportItem> {
  const options = map === null ? {} : { map };
  switch (format) {
    case null:
      return readExport(name, source, options);
    case "jsonl":
    case "rows":
      return readRows(source, { file: name, ...options });
    case "slack":
      return readSlackZip(source, { file: name });
    case "discord":
      return readDiscord(source, { file: name });
    case "telegram":
      return readTelegram(source, { file: name });
    case "irc":
      return readIrc(source, { file: name });
  }
}
