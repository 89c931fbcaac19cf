import {
  readChatgpt,
  readClaudeCode,
  readDiscord,
  readExport,
  readIrc,
  readMbox,
  readRows,
  readSlackZip,
  readTelegram,
  readWhatsapp,
  type FieldMap,
  type ImportItem,
} from "../import/index.js";
import type { SourceFormat } from "./source-format.js";

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
    case "chatgpt":
      return readChatgpt(source, { file: name });
    case "claude-code":
      return readClaudeCode(source, { file: name });
    case "whatsapp":
      return readWhatsapp(source, { file: name });
    case "mbox":
      return readMbox(source, { file: name });
  }
}
