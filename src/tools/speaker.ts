import { select, type Selection } from "../speakers/selection/select.js";
import type { SearchFilters, SpeakerCondition } from "../store/port.js";
import type { SpeakerContext } from "./options.js";

/** Who said it, as a strict filter that the store resolves. A name is never one: names are not ids. */
export type Speaker = "anyone" | "requester" | "you";

export const SPEAKERS: readonly [Speaker, ...Speaker[]] = ["anyone", "requester", "you"];

export interface SpeakerAsked {
  readonly speaker?: string | undefined;
  readonly speaker_only?: boolean | undefined;
}

/** How a search is conditioned; an absent source: speakers cannot be selected. */
export interface Conditioning {
  readonly filters: Pick<SearchFilters, "actor">;
  readonly condition: SpeakerCondition | null;
  readonly source?: Selection["source"] | "keyword";
  /** A handle was asked for. */
  readonly hinted: boolean;
  readonly unresolved: boolean;
  /** A strict filter by nobody: nothing may be looked for. */
  readonly refused: boolean;
}

const PLAIN = { filters: {}, condition: null, hinted: false, unresolved: false, refused: false };

/** What a call's speaker asks of the store. */
export function conditioningOf(asked: SpeakerAsked, speakers?: SpeakerContext): Conditioning {
  const { speaker = "anyone", speaker_only: only = false } = asked;
  const keyword = speaker === "requester" || speaker === "you" ? speaker : null;
  if (speakers?.selection !== true)
    return keyword === null ? PLAIN : { ...PLAIN, filters: { actor: keyword } };
  const { scope, snapshot } = speakers;
  if (keyword !== null) {
    if (!only) return { ...PLAIN, filters: { actor: keyword }, source: "keyword" };
    return {
      ...PLAIN,
      condition: { who: keyword, only, scope, source: "keyword" },
      source: "keyword",
    };
  }
  const handle = speaker === "anyone" ? undefined : speaker;
  const { target, source, unresolved } = select({ handle, only }, speakers);
  const hinted = handle !== undefined;
  if (target === null) return { ...PLAIN, source, hinted, unresolved, refused: only };
  const who = target === "requester" ? target : { actorId: target.actorId };
  const chosen = target !== "requester" && snapshot !== null;
  const roster = chosen ? { epoch: snapshot.epoch, route: snapshot.route } : {};
  return {
    ...PLAIN,
    condition: { who, only, scope, source, ...roster },
    source,
    hinted,
    unresolved,
  };
}
