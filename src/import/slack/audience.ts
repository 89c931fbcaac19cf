import type { DraftSource } from "../draft.js";
import { asText, field, type JsonRecord } from "../fields.js";
import type { SourceAudience } from "../item.js";
import { SLACKBOT, type SlackUsers } from "./users.js";

/**
 * Who could read a channel: its flags say so, else the list that it stands in. Left open for one
 * that is shared with another workspace, whose people no list names.
 */
export function slackAudience(row: JsonRecord, list: string, people: People): DraftSource {
  const audience = audienceOf(row, list);
  const readers = membersOf(row);
  if (audience === null) return {};
  return { audience, ...(readers === null ? {} : membership(readers, people)) };
}

/** What an export tells of its people. */
export interface People {
  readonly users: SlackUsers;
  /** It lists them, though not all of them, or none, may have been read. */
  readonly listed: boolean;
}

function audienceOf(row: JsonRecord, list: string): SourceAudience | null {
  const is = (flag: string): boolean => field(row, flag) === true;
  if (is("is_ext_shared") || is("is_pending_ext_shared")) return null;
  if (is("is_im") || list.endsWith("dms.json")) return "dm";
  if (is("is_mpim") || list.endsWith("mpims.json")) return "group_dm";
  return is("is_private") || list.endsWith("groups.json") ? "private" : "public";
}

function membership(readers: readonly string[], { users, listed }: People): DraftSource {
  const those = (test: (id: string) => boolean): string[] => readers.filter(test);
  // An export lists the people of its own workspace; a member whom it does not list is of another.
  const guests = those((id) => listed && id !== SLACKBOT && users.get(id)?.guest !== false);
  const departed = those((id) => users.get(id)?.departed === true);
  return {
    readers,
    ...(guests.length === 0 ? {} : { guests }),
    ...(departed.length === 0 ? {} : { departed }),
  };
}

/** The ids of a channel's members; null where the list does not say. */
export function membersOf(row: JsonRecord): string[] | null {
  const members = field(row, "members");
  return Array.isArray(members) ? members.map(asText).filter((id) => id !== null) : null;
}
