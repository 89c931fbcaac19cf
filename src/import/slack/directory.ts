import type { Desk } from "../../model/roster.js";
import { documentValues, rowIndex } from "../document.js";
import { isRecord, nonEmpty, recordField, type JsonRecord } from "../fields.js";
import { kept, type IssueItem } from "../item.js";
import type { DraftSource } from "../draft.js";
import type { FolderEntry } from "../source.js";
import { membersOf, slackAudience } from "./audience.js";
import type { SlackLayout } from "./layout.js";
import { userOf, type SlackUser, type SlackUsers } from "./users.js";

/** Who and what an export names. */
export interface SlackDirectory {
  readonly users: SlackUsers;
  readonly desks: readonly Desk[];
  /** What the lists tell of a channel, by its id. */
  readonly sources: ReadonlyMap<string, DraftSource>;
  /** What is known of a channel that no list names. */
  readonly unlisted: DraftSource;
  /** The id of the channel whose rows lie in a folder; a folder without one is its own id. */
  readonly idOfFolder: ReadonlyMap<string, string>;
  readonly issues: readonly IssueItem[];
}

export async function readDirectory(layout: SlackLayout): Promise<SlackDirectory> {
  const issues: IssueItem[] = [];
  const users = new Map<string, SlackUser>();
  if (layout.users !== null)
    for (const { id, row } of await listed(layout.users, issues)) users.set(id, userOf(row, id));
  const people = { users, listed: users.size > 0 || issues.length > 0 };
  const known = issues.length;
  const desks: Desk[] = [];
  const sources = new Map<string, DraftSource>();
  const idOfFolder = new Map<string, string>();
  for (const list of layout.lists)
    for (const { id, row } of await listed(list, issues)) {
      const desk = deskOf(row, id, users);
      desks.push(desk);
      sources.set(id, { chatName: desk.name, ...slackAudience(row, list.path, people) });
      // Direct messages have no name; their folder is their id.
      idOfFolder.set(nonEmpty(row, "name") ?? id, id);
    }
  // A list that could not be read whole may have named closed channels: one that none of them names
  // is taken for closed, to readers whom nobody knows.
  const unlisted: DraftSource = issues.length > known ? { audience: "private" } : {};
  return { users, desks, sources, unlisted, idOfFolder, issues };
}

interface Listed {
  readonly id: string;
  readonly row: JsonRecord;
}

async function listed(entry: FolderEntry, issues: IssueItem[]): Promise<Listed[]> {
  const rows: Listed[] = [];
  const input = { file: entry.path, source: entry.source };
  for await (const item of documentValues(input, ["*"])) {
    // What cannot be read here costs a label or a reader, not a row: the issue says so.
    if (item.type === "issue") {
      issues.push({ ...item, issue: { ...item.issue, effect: "kept" } });
      continue;
    }
    const row = isRecord(item.value) ? item.value : {};
    const id = nonEmpty(row, "id");
    const where = { file: entry.path, at: rowIndex(item.place) ?? 0, unit: "row" } as const;
    if (id === null) issues.push(kept(where, "malformed", "an entry of the list has no id"));
    else rows.push({ id, row });
  }
  return rows;
}

function deskOf(row: JsonRecord, id: string, users: SlackUsers): Desk {
  const ids = membersOf(row) ?? [];
  const labels = ids.map((member) => users.get(member)?.label ?? member).join(", ");
  const name = nonEmpty(row, "name") ?? (labels === "" ? id : labels);
  const about = nonEmpty(recordField(row, "purpose") ?? {}, "value");
  return { id, name, description: about ?? nonEmpty(recordField(row, "topic") ?? {}, "value") };
}
