import { collect, MAX_ISSUES, type ImportIssue, type ImportItem } from "../import/index.js";
import { arrayLog } from "../log/array.js";
import { nothingRead } from "../log/walk.js";
import { AbortedError } from "../model/errors.js";
import type { Io } from "./io.js";
import { IssueBook, type BookedIssue } from "./issue-book.js";
import type { OpenedLog } from "./opened-log.js";
import { progressOn } from "./progress.js";
import { RosterFold } from "./roster-fold.js";
import { watchedLog } from "./watched-log.js";

export interface ImportInput {
  readonly path: string;
  readonly items: AsyncIterable<ImportItem>;
  /** The part of the source that has been read, 0 to 1; null where that is not known. */
  readonly part: () => number | null;
  readonly allIssues: boolean;
}

/** Reads an export whole and holds its rows. Throws `AbortedError` when it is interrupted. */
export async function openImport(io: Io, input: ImportInput): Promise<OpenedLog> {
  const { path, allIssues } = input;
  const maxIssues = allIssues ? Infinity : MAX_ISSUES;
  const { messages, desks, report } = await collect(observed(io, input), { maxIssues });
  const seen = new RosterFold(desks);
  for (const row of messages.toReversed()) seen.add(row);
  const issues = new IssueBook();
  for (const issue of report.issues.map(booked)) issues.add(issue);
  const listed = report.issues.filter(({ effect }) => effect === "skipped").length;
  issues.addUnlisted(report.unlisted, report.skipped - listed);
  return {
    path,
    log: watchedLog(arrayLog(messages), () => undefined),
    rows: messages.length,
    seen,
    issues,
    close: () => Promise.resolve(),
  };
}

/** The items as they come, with a bar beside them and an ear for the user. */
async function* observed(io: Io, { items, part }: ImportInput): AsyncGenerator<ImportItem> {
  const progress = progressOn(io.err);
  let rows = 0;
  try {
    for await (const item of items) {
      if (io.signal.aborted) throw AbortedError.of(nothingRead(null));
      if (item.type === "message") rows++;
      progress.step({ what: "reading", rows, part: part() });
      yield item;
    }
  } finally {
    progress.end();
  }
}

function booked({ file, at, unit, line, reason, effect }: ImportIssue, index: number): BookedIssue {
  const where = line === undefined ? `${unit} ${at}` : `line ${line}`;
  return { key: index, where: `${file}, ${where}`, reason, lost: effect !== "kept" };
}
