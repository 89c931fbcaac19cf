import type { ImportIssue } from "../import/index.js";
import { ArrayLog } from "../log/array.js";
import { nothingRead } from "../log/walk.js";
import { AbortedError } from "../model/errors.js";
import type { Message } from "../model/message.js";
import type { Desk } from "../model/roster.js";
import type { Io } from "./io.js";
import { IssueBook, type BookedIssue } from "./issue-book.js";
import type { OpenedItems } from "./open-items.js";
import type { OpenedLog } from "./opened-log.js";
import { progressOn } from "./progress.js";
import { RosterFold } from "./roster-fold.js";
import { untilAborted } from "./until-aborted.js";
import { watchedLog } from "./watched-log.js";

export interface ImportInput extends Pick<OpenedItems, "path" | "items" | "part"> {
  readonly allIssues: boolean;
}

/** Reads an export whole and holds its rows. Throws `AbortedError` when it is interrupted. */
export async function openImport(io: Io, input: ImportInput): Promise<OpenedLog> {
  const issues = new IssueBook(input.allIssues);
  const messages: Message[] = [];
  const desks: Desk[] = [];
  const progress = progressOn(io.err);
  try {
    for await (const item of untilAborted(input.items, io.signal)) {
      if (item.type === "message") messages.push(item.message);
      else if (item.type === "desk") desks.push(item.desk);
      else issues.add(bookIssue(item.issue));
      progress.step({ what: "reading", rows: messages.length, part: input.part() });
    }
  } catch (error) {
    if (!io.signal.aborted) throw error;
    throw AbortedError.of({ ...nothingRead(null), stoppedBy: "aborted" }, error);
  } finally {
    progress.end();
  }
  return opened(input.path, { messages, desks, issues });
}

function opened(
  path: string,
  { messages, desks, issues }: { messages: Message[]; desks: Desk[]; issues: IssueBook },
): OpenedLog {
  const seen = new RosterFold(desks);
  for (const row of messages.toReversed()) seen.add(row);
  return {
    path,
    // Readers yield in order, so the rows are not sorted again.
    log: watchedLog(new ArrayLog(messages), () => undefined),
    rows: messages.length,
    seen,
    issues,
    close: () => Promise.resolve(),
  };
}

/** An issue as the report of a command counts it. */
export function bookIssue({
  file,
  at,
  unit,
  line,
  code,
  reason,
  effect,
}: ImportIssue): BookedIssue {
  const where = line === undefined ? `${unit} ${at}` : `line ${line}`;
  return { code, where: `${file}, ${where}`, reason, lost: effect !== "kept" };
}
