import { InvalidArgumentError } from "../model/errors.js";
import { UnknownFormatError, UnreadableExportError } from "../model/import-errors.js";
import { HEAD_BYTES } from "./bounds.js";
import { chatgptItems } from "./chatgpt/chatgpt.js";
import { claudeCodeItems } from "./claude-code/claude-code.js";
import { detect, UNDERSTOOD, type Format } from "./detect.js";
import { discordDrafts } from "./discord.js";
import type { NamedSource } from "./document.js";
import type { DraftItem } from "./draft.js";
import type { FieldMap } from "./field-map.js";
import { ircDrafts } from "./irc.js";
import { stopped, type ImportItem } from "./item.js";
import { mboxItems } from "./mbox/mbox.js";
import { inOrder, type Order } from "./order.js";
import { readRows } from "./rows.js";
import { slackLayout } from "./slack/layout.js";
import { readSlack } from "./slack/slack.js";
import { headOf, peek, plainChunks, type ByteSource, type FolderEntry } from "./source.js";
import { telegramDrafts } from "./telegram.js";
import { whatsappItems } from "./whatsapp/whatsapp.js";
import { openZip, ZipEntrySource } from "./zip.js";

export interface ReadOptions {
  /** Where the fields of a message stand in JSON rows; refused for other formats. */
  readonly map?: FieldMap;
  /** `time` unless given; chats without full times, Slack exports and JSON rows have their own. */
  readonly order?: Order;
}

/**
 * A source whose format is known. A `Blob` and an entry of a zip are untouched by finding out, the
 * rest has its front put back.
 */
interface Sniffed {
  readonly file: string;
  /** Its path inside a folder or zip; null for a file that was given itself. */
  readonly place: string | null;
  readonly format: Format;
  readonly source: ByteSource;
}

/**
 * Reads one file by the reader that fits it. `name` tells formats apart where the bytes do not, and
 * names the file in issues. Errors: `UnknownFormatError`, `UnreadableExportError`, and
 * `InvalidArgumentError` for a map with a format that needs none.
 */
export async function* readExport(
  name: string,
  source: ByteSource,
  options: ReadOptions = {},
): AsyncGenerator<ImportItem> {
  yield* readSniffed(await sniff(name, source, options), options);
}

/**
 * Reads a folder: a Slack export, or the files of one other format; several exports of Discord,
 * Telegram, ChatGPT, Claude Code or several mailboxes become one log in order of time, several IRC
 * logs or WhatsApp chats one log in order of their paths. Files of no known format, and those that
 * are damaged before it shows, are passed over where there are others, each with an issue. Errors:
 * as `readExport`, and `InvalidArgumentError` for files whose rows have no common order.
 */
export async function* readFolder(
  entries: readonly FolderEntry[],
  options: ReadOptions = {},
): AsyncGenerator<ImportItem> {
  if (slackLayout(entries) !== null) {
    refuseMap("slack-zip", options);
    yield* readSlack(entries);
    return;
  }
  const known = settled(await knownFiles(entries));
  if (known.files.length === 0) throw unknownFolder();
  yield* readKnown(known, options);
}

/** The first bytes of a file, gzip undone: what `detect` asks for. */
export async function headOfExport(name: string, file: Blob): Promise<Uint8Array> {
  return headOf(await plainChunks(file, name), HEAD_BYTES);
}

/**
 * What a folder holds, as `readFolder` would read it. Errors: `UnknownFormatError`,
 * `UnreadableExportError`.
 */
export async function formatOfFolder(entries: readonly FolderEntry[]): Promise<Format> {
  if (slackLayout(entries) !== null) return "slack-zip";
  const { files } = settled(await knownFiles(entries));
  const [first] = files;
  if (first === undefined) throw unknownFolder();
  return first.format;
}

/** What a zip holds, as `readExport` would read it. Errors: `UnreadableExportError`. */
export async function formatOfZip(name: string, zip: Blob): Promise<Format> {
  const entries = await openZip(zip, name);
  if (slackLayout(entries) !== null) return "slack-zip";
  const { files } = settled(withoutZips(await knownFiles(entries, name)));
  return files[0]?.format ?? "slack-zip";
}

async function* readKnown(known: KnownFiles, options: ReadOptions): AsyncGenerator<ImportItem> {
  const { files, others } = known;
  for (const { file, reason } of others)
    yield stopped({ file, at: 0, unit: "byte" }, "not_read", reason);
  const [first] = files;
  if (first !== undefined && files.length === 1) yield* readAlone(first, known, options);
  else {
    if (first !== undefined) refuseMap(first.format, options);
    yield* readTogether(files, options);
  }
}

/** JSON that has no rows is what lies beside an export, and of that one file could be read no more. */
async function* readAlone(
  file: Sniffed,
  { others }: KnownFiles,
  options: ReadOptions,
): AsyncGenerator<ImportItem> {
  try {
    yield* readSniffed(file, options);
  } catch (error) {
    throw (error instanceof UnknownFormatError ? damageIn(others) : null) ?? error;
  }
}

interface KnownFiles {
  readonly files: readonly Sniffed[];
  readonly others: readonly PassedOver[];
}

/** A file of a folder that is not read. */
interface PassedOver {
  readonly file: string;
  readonly reason: string;
  /** What kept its format from being found out. */
  readonly damage: UnreadableExportError | null;
}

/** The files of a folder, or of the zip of that name, which then stands before their paths. */
async function knownFiles(entries: readonly FolderEntry[], zip?: string): Promise<KnownFiles> {
  const files: Sniffed[] = [];
  const others: PassedOver[] = [];
  for (const { path, source } of [...entries].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const file = await sniffKnown(zip === undefined ? path : `${zip}/${path}`, source);
    if ("format" in file) files.push({ ...file, place: path });
    else others.push(file);
  }
  // A ChatGPT export brings JSON of settings and feedback along, which are no rows of its own.
  if (!files.some(({ format }) => format === "chatgpt")) return { files, others };
  return without({ files, others }, "rows", "not the conversations of the export");
}

/** The files but for those of a format, which are passed over. */
function without({ files, others }: KnownFiles, format: Format, reason: string): KnownFiles {
  const left = files.filter((each) => each.format === format);
  return {
    files: files.filter((each) => each.format !== format),
    others: [...others, ...left.map(({ file }) => ({ file, reason, damage: null }))],
  };
}

/**
 * Where nothing is known, or several files of JSON that is no export's, a file that could not be
 * opened may have been the export itself. Errors: `UnreadableExportError`.
 */
function settled(known: KnownFiles): KnownFiles {
  const { files, others } = known;
  const isExport = files.length === 1 || files.some(({ format }) => format !== "rows");
  const damage = isExport ? null : damageIn(others);
  if (damage !== null) throw damage;
  return known;
}

/** Names the first file that could not be opened, and says why; null where there is none. */
function damageIn(others: readonly PassedOver[]): UnreadableExportError | null {
  for (const { file, reason, damage } of others)
    if (damage !== null)
      return new UnreadableExportError(`${file}: ${reason}`, { file, reason }, { cause: damage });
  return null;
}

function readSniffed(input: Sniffed, options: ReadOptions): AsyncGenerator<ImportItem> {
  const { file, format, source } = input;
  if (format === "rows")
    return readRows(source, options.map === undefined ? { file } : { map: options.map, file });
  refuseMap(format, options);
  return format === "slack-zip" ? readZip(input, options) : readTogether([input], options);
}

/** A zip of another format is read as a folder of its name; a zip inside it is not opened. */
async function* readZip(
  { file, source }: Sniffed,
  options: ReadOptions,
): AsyncGenerator<ImportItem> {
  const entries = await openZip(source, file);
  const isSlack = slackLayout(entries) !== null;
  const known = isSlack ? null : settled(withoutZips(await knownFiles(entries, file)));
  if (known === null || known.files.length === 0) yield* readSlack(entries, { file });
  else yield* readKnown(known, options);
}

function withoutZips(known: KnownFiles): KnownFiles {
  return without(known, "slack-zip", "a zip inside a zip, which is not opened");
}

type Joinable = Exclude<Format, "rows" | "slack-zip">;

const READERS: Readonly<Record<Joinable, (input: NamedSource) => AsyncIterable<DraftItem>>> = {
  discord: discordDrafts,
  telegram: telegramDrafts,
  irc: ircDrafts,
  chatgpt: chatgptItems,
  "claude-code": claudeCodeItems,
  whatsapp: whatsappItems,
  mbox: mboxItems,
};

/** Exports whose rows can stand in one log, numbered anew. */
function readTogether(
  files: readonly Sniffed[],
  { order }: ReadOptions,
): AsyncGenerator<ImportItem> {
  const formats = [...new Set(files.map(({ format }) => format))];
  const [format] = formats;
  if (format === undefined || format === "rows" || format === "slack-zip" || formats.length > 1)
    throw InvalidArgumentError.of(
      "folder",
      `holds ${files.length} files (${formats.join(", ")}) without a common order: read them one by one`,
    );
  const drafts = chain(files, READERS[format]);
  return inOrder(drafts, format === "irc" || format === "whatsapp" ? "source" : order);
}

async function* chain(
  files: readonly Sniffed[],
  read: (input: NamedSource) => AsyncIterable<DraftItem>,
): AsyncGenerator<DraftItem> {
  for (const file of files) {
    if (file.place === null) yield* read(file);
    else yield* placed(read(file), file.place);
  }
}

async function* placed(items: AsyncIterable<DraftItem>, path: string): AsyncGenerator<DraftItem> {
  let row = 0;
  for await (const item of items) {
    if (item.type === "draft") row++;
    if (item.type !== "draft" || item.draft.sourceId !== null) yield item;
    else {
      const source = { ...item.draft.source, place: `${path}:${row}` };
      yield { type: "draft", draft: { ...item.draft, source } };
    }
  }
}

function refuseMap(format: Format, { map }: ReadOptions): void {
  if (map !== undefined)
    throw InvalidArgumentError.of("map", `is for JSON rows, and this is a ${format} export`);
}

async function sniff(file: string, source: ByteSource, options: ReadOptions): Promise<Sniffed> {
  // An entry left open at its front would keep others of its zip waiting.
  if (source instanceof Blob || source instanceof ZipEntrySource) {
    const head = await headOf(await plainChunks(source, file), HEAD_BYTES);
    return { file, place: null, format: formatFor(file, head, options), source };
  }
  const peeked = await peek(await plainChunks(source, file), HEAD_BYTES);
  try {
    const format = formatFor(file, peeked.head, options);
    return { file, place: null, format, source: peeked.chunks };
  } catch (error) {
    await peeked.close();
    throw error;
  }
}

/**
 * A map says that there are rows where neither bytes nor name do: a first row may be longer than
 * the head.
 */
function formatFor(file: string, head: Uint8Array, { map }: ReadOptions): Format {
  try {
    const format = detect(file, head);
    // Whoever gives a map knows of fields that the reader of such JSON would not look at.
    const mappable = format === "claude-code" || format === "chatgpt";
    return mappable && map !== undefined ? "rows" : format;
  } catch (error) {
    if (map !== undefined && error instanceof UnknownFormatError) return "rows";
    throw error;
  }
}

/** Of a folder's files only those count whose format shows: a map makes no rows of a photo. */
async function sniffKnown(file: string, source: ByteSource): Promise<Sniffed | PassedOver> {
  try {
    return await sniff(file, source, {});
  } catch (error) {
    if (error instanceof UnknownFormatError)
      return { file, reason: "of no known format", damage: null };
    if (!(error instanceof UnreadableExportError)) throw error;
    return { file, reason: error.data.reason, damage: error };
  }
}

function unknownFolder(): UnknownFormatError {
  const reason = "no file in it has a known format";
  const message = `folder: ${reason}; understood are: ${UNDERSTOOD.join("; ")}`;
  return new UnknownFormatError(message, { file: "folder", reason, understood: UNDERSTOOD });
}
