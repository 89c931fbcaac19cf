import { openJsonlLog } from "../log/jsonl/index.js";
import { IssueBook } from "./issue-book.js";
import type { OpenedLog } from "./opened-log.js";
import { RosterFold } from "./roster-fold.js";
import { watchedLog } from "./watched-log.js";

/** Opens a log of our own at its end: rows that no command asks for are not read. */
export async function openOwnLog(path: string, allIssues: boolean): Promise<OpenedLog> {
  const issues = new IssueBook(allIssues);
  const met = new Set<number>();
  const log = await openJsonlLog(path, {
    onIssue: ({ at, line, reason }) => {
      // Several reads may pass one line.
      if (met.has(at)) return;
      met.add(at);
      const where = line === null ? `byte ${at}` : `line ${line}`;
      issues.add({ code: "malformed", where, reason, lost: true });
    },
  });
  const seen = new RosterFold([]);
  return {
    path,
    log: watchedLog(log, (row) => seen.add(row)),
    rows: null,
    seen,
    issues,
    close: () => log.close(),
  };
}
