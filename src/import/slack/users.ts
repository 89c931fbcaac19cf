import { field, nonEmpty, recordField, type JsonRecord } from "../fields.js";

/** The part of a profile that is for display; nothing else of it is kept. */
export interface SlackUser {
  readonly label: string;
  readonly bot: boolean;
  /** Of another workspace, or let into some channels only. */
  readonly guest: boolean;
  readonly departed: boolean;
}

/** Slack's own bot, which no list of users need hold. */
export const SLACKBOT = "USLACKBOT";

export type SlackUsers = ReadonlyMap<string, SlackUser>;

export function userOf(row: JsonRecord, id: string): SlackUser {
  const is = (name: string): boolean => field(row, name) === true;
  return {
    label: nameOf(row) ?? id,
    bot: is("is_bot"),
    guest: is("is_restricted") || is("is_ultra_restricted") || is("is_stranger"),
    departed: is("deleted"),
  };
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
