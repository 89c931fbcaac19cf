import type { SessionLog } from "../log/port.js";
import type { IssueBook } from "./issue-book.js";
import type { RosterFold } from "./roster-fold.js";

/** A transcript that is open for reading. */
export interface OpenedLog {
  readonly path: string;
  readonly log: SessionLog;
  /** Rows that it holds; null where they were not counted. */
  readonly rows: number | null;
  /** Who and where, of the rows read so far; of all rows where those were counted. */
  readonly seen: RosterFold;
  readonly issues: IssueBook;
  close(): Promise<void>;
}
