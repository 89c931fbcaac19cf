import { UnreadableExportError } from "../model/import-errors.js";
import type { Author } from "../model/message.js";
import type { NamedSource } from "./document.js";
import { service, speaker, type DraftItem } from "./draft.js";
import { ircService } from "./irc-service.js";
import { kept, skipped, stopped, type ImportItem, type Where } from "./item.js";
import { lineBatches, type Line } from "./lines.js";
import { orderBySource } from "./order.js";
import { plainChunks, type ByteSource } from "./source.js";

export interface IrcOptions {
  /** Names the source in issues; the desk of its rows is this name without folder and extensions. */
  readonly file?: string;
}

/**
 * An IRC log: `[HH:MM] <nick> text`, actions `[HH:MM] * nick text`, services `=== nick has joined …`
 * (or `***`, `-!-`), with or without seconds. Such a log has no date, so its rows are numbered 1, 2, 3 … as they
 * stand and `at` is the time of day. A nick is the author's id: it means a person inside this log
 * only. An action keeps its leading `* nick`. Blank lines are no rows; any other line is an issue.
 */
export function readIrc(source: ByteSource, options: IrcOptions = {}): AsyncGenerator<ImportItem> {
  return orderBySource(ircDrafts({ source, file: options.file ?? "irc.log" }));
}

export async function* ircDrafts({ source, file }: NamedSource): AsyncGenerator<DraftItem> {
  const desk = deskOf(file);
  let at = 0;
  try {
    for await (const batch of lineBatches(await plainChunks(source, file), file))
      for (const line of batch) {
        at = line.at;
        yield* lineItems(line, file, desk);
      }
  } catch (error) {
    if (!(error instanceof UnreadableExportError)) throw error;
    yield stopped({ file, at, unit: "byte" }, "broken_off", error.data.reason);
  }
}

function* lineItems(line: Line, file: string, desk: string): Generator<DraftItem> {
  const where: Where = { file, at: line.at, unit: "byte", line: line.number };
  if (line.problem === "too_long") {
    yield skipped(where, "too_large", "the line is longer than the bound");
    return;
  }
  if (line.text.trim() === "") return;
  const row = parseIrcLine(line.text);
  if (row === null) {
    yield skipped(where, "unknown_line", "neither a message, an action nor a service line");
    return;
  }
  if (line.problem === "invalid_utf8")
    yield kept(where, "invalid_utf8", "bytes that are not UTF-8 read as U+FFFD");
  const rest = { where, micros: null, chatId: desk, sourceId: null, replyTo: null };
  yield { type: "draft", draft: { ...rest, ...row } };
}

interface IrcRow {
  readonly author: Author;
  readonly content: string;
  readonly at: string | null;
}

const STAMP = /^\[?(\d{1,2}:\d{2}(?::\d{2})?)\]?[ \t]+(?=\S)/;
// A client shows a nick's rank before it; no nick begins with one of these.
const SPEECH = /^<[ ~&@%+]?([^\s<>]+)>(?: (.*))?$/s;
const ACTION = /^\*[ \t]+(\S+)(?:[ \t].*)?$/s;
const SERVICE = /^(?:===|\*\*\*|-!-)[ \t]+(\S.*)$/s;

/** One line; null for one that is none of the known forms. */
export function parseIrcLine(line: string): IrcRow | null {
  const stamp = STAMP.exec(line);
  const at = stamp?.[1] ?? null;
  const text = line.slice(stamp?.[0].length ?? 0);
  const said = SPEECH.exec(text);
  if (said !== null) return { author: person(said[1]), content: said[2] ?? "", at };
  const done = ACTION.exec(text);
  if (done !== null) return { author: person(done[1]), content: text, at };
  const told = SERVICE.exec(text)?.[1];
  if (told === undefined) return null;
  const { kind, nick } = ircService(told);
  return { author: service(kind, nick), content: told, at };
}

function person(nick: string | undefined): Author {
  return speaker("person", nick ?? "", null);
}

function deskOf(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const stem = /^[^.]+/.exec(name)?.[0];
  return stem ?? name;
}
