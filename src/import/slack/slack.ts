import { UnknownFormatError } from "../../model/import-errors.js";
import { documentValues, rowIndex } from "../document.js";
import { actorIssues, Numbering } from "../draft.js";
import { isRecord } from "../fields.js";
import { kept, skipped, stopped, type ImportItem, type IssueItem } from "../item.js";
import { LeftOut } from "../left-out.js";
import type { ByteSource, FolderEntry } from "../source.js";
import { openZip } from "../zip.js";
import { readDirectory, type SlackDirectory } from "./directory.js";
import { slackLayout, type SlackDay, type SlackLayout } from "./layout.js";
import { isBroadcast, slackDraft, type SlackContext, type TimedDraft } from "./row.js";

export interface SlackOptions {
  /** Names the source in errors. */
  readonly file?: string;
}

/**
 * A zipped workspace export; see `readSlack`. Errors: `UnreadableExportError`,
 * `UnknownFormatError`.
 */
export async function* readSlackZip(
  source: ByteSource,
  options: SlackOptions = {},
): AsyncGenerator<ImportItem> {
  const file = options.file ?? "export.zip";
  yield* readSlack(await openZip(source, file), { file });
}

/**
 * A Slack workspace export as a list of files. Rows of all channels come in one order of time, and
 * are numbered by `ts` in microseconds; one day of all channels is held, and one number for each
 * row's id. The desk is the channel's id (the folder's name where no list has it); `at` and
 * `sourceId` are `ts` as written. Replies hang from the row of their `thread_ts`. Text is kept as
 * Slack writes it, `<@U1>` and `&amp;` included; a row without text has its attachments' texts and
 * file names instead. Rows of a subtype that nobody says (joins, topics, pins …) are `system` of
 * that subtype.
 */
export async function* readSlack(
  entries: readonly FolderEntry[],
  options: SlackOptions = {},
): AsyncGenerator<ImportItem> {
  const layout = slackLayout(entries);
  if (layout === null) throw notSlack(options.file ?? "folder");
  const directory = await readDirectory(layout);
  yield* directory.issues;
  for (const desk of directory.desks) yield { type: "desk", desk };
  yield* readDays(layout, directory);
  for (const { path } of layout.strange)
    yield stopped({ file: path, at: 0, unit: "byte" }, "not_read", "no day of a channel");
}

function notSlack(file: string): UnknownFormatError {
  const reason = "no channels.json and no <channel>/<date>.json in it";
  const understood = ["a Slack workspace export"];
  return new UnknownFormatError(`${file}: ${reason}`, { file, reason, understood });
}

async function* readDays(
  layout: SlackLayout,
  directory: SlackDirectory,
): AsyncGenerator<ImportItem> {
  const numbering = new Numbering();
  const leftOut = new LeftOut();
  let newest = 0;
  for (const day of layout.days) {
    const drafts: TimedDraft[] = [];
    for await (const item of dayRows(day, directory, leftOut)) {
      if (item.type === "issue") yield item;
      else drafts.push(item.draft);
    }
    drafts.sort((a, b) => a.micros - b.micros);
    for (const draft of drafts) {
      if (draft.micros < newest)
        yield kept(
          draft.where,
          "out_of_order",
          "older than rows of an earlier day, put behind them",
        );
      newest = Math.max(newest, draft.micros);
      yield* actorIssues(draft);
      yield* numbering.number(draft, draft.micros);
    }
  }
  yield* leftOut.report();
}

type DayItem = { readonly type: "draft"; readonly draft: TimedDraft } | IssueItem;

async function* dayRows(
  day: SlackDay,
  directory: SlackDirectory,
  leftOut: LeftOut,
): AsyncGenerator<DayItem> {
  for (const { folder, entry } of day.files) {
    const chatId = directory.idOfFolder.get(folder) ?? folder;
    const source = directory.sources.get(chatId) ?? directory.unlisted;
    const seen = new Map<string, boolean>();
    const input = { file: entry.path, source: entry.source };
    for await (const item of documentValues(input, ["*"])) {
      if (item.type === "issue") {
        yield item;
        continue;
      }
      const where = { file: entry.path, at: rowIndex(item.place) ?? 0, unit: "row" } as const;
      const context = { where, chatId, users: directory.users, leftOut, source };
      yield dayItem(item.value, context, seen);
    }
  }
}

/** `seen`: the rows of this file so far, and whether each was a broadcast. */
function dayItem(row: unknown, context: SlackContext, seen: Map<string, boolean>): DayItem {
  const { where } = context;
  if (!isRecord(row)) return skipped(where, "malformed", "the row is not a message object");
  const draft = slackDraft(row, context);
  if (draft === null) return skipped(where, "missing_time", "the row has no usable ts");
  const before = seen.get(draft.at);
  const broadcast = isBroadcast(row);
  // Exports write a broadcast as a reply and again as a row of the channel.
  if (before !== undefined && (before || broadcast))
    return skipped(where, "repeated_broadcast", "the same broadcast is there before");
  seen.set(draft.at, broadcast);
  return { type: "draft", draft };
}
