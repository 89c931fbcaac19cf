import type { SpeakerConfig } from "../speakers/config/speaker-config.js";
import { renderRoster } from "../speakers/roster/render-roster.js";
import type { RosterSnapshot } from "../speakers/roster/roster.js";
import type { View } from "../store/port.js";
import type { SpeakerContext } from "./options.js";
import { checkedCounter, type CountTokens } from "./tokens.js";

/** The parts of a configuration that tools are conditioned by. */
export type SpeakerGates = Pick<SpeakerConfig, "assembly" | "search">;

export interface BindSpeakersOptions {
  /** The words of the message that is answered; without them a request has no intent of its own. */
  readonly requesterText?: string | undefined;
  /** Of the roster's text; a third of its UTF-8 bytes when absent. */
  readonly countTokens?: CountTokens | undefined;
}

/**
 * What one request knows of speakers, by the gates of a configuration, for `ToolOptions.speakers`
 * and `profileTools`. The roster is read once, here, and only where its gate is on and a gate of the
 * search has a use for it; handles that the roster's budget leaves out cannot be chosen.
 */
export async function bindSpeakers(
  view: Pick<View, "roster">,
  gates: SpeakerGates,
  { requesterText, countTokens }: BindSpeakersOptions = {},
): Promise<SpeakerContext> {
  const context = withoutRoster(gates);
  const asked = needsRoster(gates) ? await readRoster(view, gates, countTokens) : null;
  return { ...context, snapshot: asked, requesterText };
}

/** The same where no roster is read. */
export function withoutRoster({ search }: SpeakerGates): SpeakerContext {
  return {
    annotations: search.speakerAnnotationsEnabled,
    selection: search.speakerSelectionEnabled,
    scope: search.speakerAudienceScope,
    snapshot: null,
  };
}

export function needsRoster({ assembly, search }: SpeakerGates): boolean {
  const used = search.speakerAnnotationsEnabled || search.speakerSelectionEnabled;
  return assembly.speakerRosterEnabled && used;
}

async function readRoster(
  view: Pick<View, "roster">,
  { assembly, search }: SpeakerGates,
  countTokens: CountTokens | undefined,
): Promise<RosterSnapshot | null> {
  const whole = await view.roster({ scope: search.speakerAudienceScope });
  const maxTokens = assembly.speakerRosterMaxTokens;
  const rendered = renderRoster(whole, { maxTokens, countTokens: checkedCounter(countTokens) });
  return rendered?.snapshot ?? null;
}
