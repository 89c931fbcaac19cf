import type { SearchFilters } from "../store/port.js";

/** Who said it, as a strict filter that the store resolves. A name is never one: names are not ids. */
export type Speaker = "anyone" | "requester" | "you";

export const SPEAKERS: readonly [Speaker, ...Speaker[]] = ["anyone", "requester", "you"];

/** The store's filter for a speaker. */
export function speakerFilter(speaker: Speaker): Pick<SearchFilters, "actor"> {
  return speaker === "anyone" ? {} : { actor: speaker };
}
