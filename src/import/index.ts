/**
 * Readers of real exports. Each is an async generator of messages (ascending by sequence), desks
 * and issues; `collect` holds them all. Sources are blobs, streams or byte iterables, in any
 * runtime.
 */
export {
  HEAD_BYTES,
  MAX_CONVERSATION_BYTES,
  MAX_ISSUES,
  MAX_JSON_DEPTH,
  MAX_LINE_BYTES,
  MAX_MAIL_BYTES,
  MAX_ROW_BYTES,
  MAX_ZIP_ENTRIES,
  MAX_ZIP_ENTRY_BYTES,
  MAX_ZIP_STREAM_BYTES,
  MAX_ZIP_TOTAL_BYTES,
  RECOGNISE_ROWS,
} from "./bounds.js";
export { readChatgpt, type ChatgptOptions } from "./chatgpt/chatgpt.js";
export { readClaudeCode, type ClaudeCodeOptions } from "./claude-code/claude-code.js";
export { collect, type Imported, type ImportReport } from "./collect.js";
export { detect, UNDERSTOOD, type Format } from "./detect.js";
export { readDiscord, type DiscordOptions } from "./discord.js";
export { MAP_FIELDS, parseFieldMap, type FieldMap, type MapField } from "./field-map.js";
export { readIrc, type IrcOptions } from "./irc.js";
export type {
  ImportIssue,
  ImportItem,
  IssueCode,
  IssueEffect,
  MessageSource,
  SourceAudience,
  Where,
} from "./item.js";
export { readMbox, type MboxOptions } from "./mbox/mbox.js";
export type { Order } from "./order.js";
export {
  formatOfFolder,
  formatOfZip,
  headOfExport,
  readExport,
  readFolder,
  type ReadOptions,
} from "./read.js";
export { readRows, type RowsOptions } from "./rows.js";
export { readSlack, readSlackZip, type SlackOptions } from "./slack/slack.js";
export type { ByteSource, FolderEntry } from "./source.js";
export { readTelegram, type TelegramOptions } from "./telegram.js";
export { readWhatsapp, type WhatsappOptions } from "./whatsapp/whatsapp.js";
export { UnknownFormatError, UnreadableExportError } from "../model/import-errors.js";
