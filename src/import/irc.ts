import type { Author } from "../model/message.js";
import type { NamedSource } from "./document.js";
import { service, speaker, type DraftItem } from "./draft.js";
import { ircService } from "./irc-service.js";
import { skipped, type ImportItem } from "./item.js";
import { orderBySource } from "./order.js";
import type { ByteSource } from "./source.js";
import { sourceLines } from "./source-lines.js";

export interface IrcOptions {
  /**
   * Names the source in issues; the desk of its rows is this name without folder and extensions.
   */
  readonly file?: string;
}

/**
 * An IRC log: `[HH:MM] <nick> text`, actions `[HH:MM] * nick text`, services `=== nick …` (or
 * `***`, `-!-`), with or without seconds. Such a log has no date, so its rows are numbered 1, 2, 3 …
 * as they stand and `at` is the time of day. A nick is the author's id: it means a person inside
 * this log only. An action keeps its leading `* nick`. Blank lines are no rows; any other line is
 * an issue.
 */
export function readIrc(source: ByteSource, options: IrcOptions = {}): AsyncGenerator<ImportItem> {
  return orderBySource(ircDrafts({ source, file: options.file ?? "irc.log" }));
}

export async function* ircDrafts(input: NamedSource): AsyncGenerator<DraftItem> {
  const chatId = deskOf(input.file);
  for await (const item of sourceLines(input)) {
    if (item.type === "issue") {
      yield item;
      continue;
    }
    const { where } = item;
    const row = parseIrcLine(item.text);
    if (row === null)
      yield skipped(where, "unknown_line", "neither a message, an action nor a service line");
    else
      yield {
        type: "draft",
        draft: { where, micros: null, chatId, sourceId: null, replyTo: null, ...row },
      };
  }
}

interface IrcRow {
  readonly author: Author;
  readonly content: string;
  readonly at: string | null;
}

const STAMP = /^\[?(\d{1,2}:\d{2}(?::\d{2})?)\]?[ \t]+(?=\S)/;
// A client shows a nick's rank before it (no nick begins with one of these) and may pad it.
const SPEECH = /^<[ ~&@%+]?([^\s<>]+) *>(?: (.*))?$/s;
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
