import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import { renderRoster } from "../../speakers/roster/render-roster.js";
import type { RosterSnapshot } from "../../speakers/roster/roster.js";
import { clipRoster, readRoster } from "../roster/read-roster.js";
import type { BoundTurn } from "../turn/bound-turn.js";
import type { Part } from "./part.js";

export interface RosterPart extends Part {
  /** The first so many people: nobody can be chosen who was not shown. */
  readonly snapshotOf: (entries: number) => RosterSnapshot;
}

/** Null where the gate is off, and then nothing is read. */
export async function rosterPart(
  { scope, binding }: BoundTurn,
  { assembly, search }: SpeakerConfig,
): Promise<RosterPart | null> {
  if (!assembly.speakerRosterEnabled) return null;
  const found = await readRoster(scope, binding, { scope: search.speakerAudienceScope });
  const snapshotOf = (entries: number): RosterSnapshot => clipRoster(found, entries).snapshot;
  return {
    name: "roster",
    sources: found.sources,
    maxTokens: assembly.speakerRosterMaxTokens,
    snapshotOf,
    text: (entries) => renderRoster(snapshotOf(entries), UNBOUNDED)?.text ?? "",
  };
}

/** Whoever has no room is left out before. */
const UNBOUNDED = { maxTokens: Number.MAX_SAFE_INTEGER, countTokens: () => 0 };
