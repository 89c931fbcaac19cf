import type { Desk } from "../../model/roster.js";
import { documentValues } from "../document.js";
import { asText, field, isRecord, nonEmpty, recordField, type JsonRecord } from "../fields.js";
import type { IssueItem } from "../item.js";
import type { FolderEntry } from "../source.js";
import type { SlackLayout } from "./layout.js";

/** The part of a profile that is for display; nothing else of it is kept. */
export interface SlackUser {
  readonly label: string;
  readonly bot: boolean;
}

export type SlackUsers = ReadonlyMap<string, SlackUser>;

/** Who and what an export names. */
export interface SlackDirectory {
  readonly users: SlackUsers;
  readonly desks: readonly Desk[];
  /** The id of the channel whose rows lie in a folder; a folder without one is its own id. */
  readonly idOfFolder: ReadonlyMap<string, string>;
  readonly issues: readonly IssueItem[];
}

export async function readDirectory(layout: SlackLayout): Promise<SlackDirectory> {
  const issues: IssueItem[] = [];
  const users = new Map<string, SlackUser>();
  if (layout.users !== null)
    for (const row of await records(layout.users, issues)) {
      const id = nonEmpty(row, "id");
      if (id !== null) users.set(id, userOf(row, id));
    }
  const desks: Desk[] = [];
  const idOfFolder = new Map<string, string>();
  for (const list of layout.lists)
    for (const row of await records(list, issues)) {
      const id = nonEmpty(row, "id");
      if (id === null) continue;
      const desk = deskOf(row, id, users);
      desks.push(desk);
      // Direct messages have no name; their folder is their id.
      idOfFolder.set(nonEmpty(row, "name") ?? id, id);
    }
  return { users, desks, idOfFolder, issues };
}

async function records(entry: FolderEntry, issues: IssueItem[]): Promise<JsonRecord[]> {
  const rows: JsonRecord[] = [];
  const input = { file: entry.path, source: entry.source };
  for await (const item of documentValues(input, ["*"])) {
    // A name that cannot be read costs a label, not a row: the issue says so.
    if (item.type === "issue") issues.push({ ...item, issue: { ...item.issue, effect: "kept" } });
    else if (isRecord(item.value)) rows.push(item.value);
  }
  return rows;
}

function userOf(row: JsonRecord, id: string): SlackUser {
  return { label: nameOf(row) ?? id, bot: field(row, "is_bot") === true };
}

/** The name that Slack itself would show. */
export function nameOf(user: JsonRecord): string | null {
  const profile = recordField(user, "profile") ?? {};
  return (
    nonEmpty(profile, "display_name") ??
    nonEmpty(profile, "real_name") ??
    nonEmpty(user, "real_name") ??
    nonEmpty(user, "name")
  );
}

function deskOf(row: JsonRecord, id: string, users: SlackUsers): Desk {
  const members = field(row, "members");
  const ids = Array.isArray(members) ? members.map(asText).filter((member) => member !== null) : [];
  const labels = ids.map((member) => users.get(member)?.label ?? member).join(", ");
  const name = nonEmpty(row, "name") ?? (labels === "" ? id : labels);
  const about = nonEmpty(recordField(row, "purpose") ?? {}, "value");
  return { id, name, description: about ?? nonEmpty(recordField(row, "topic") ?? {}, "value") };
}
