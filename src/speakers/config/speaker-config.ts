/** Whose rows a speaker-conditioned read takes: those of the channel, or of the whole route. */
export type SpeakerScope = "channel" | "conversation";

/** Every gate is off until it is set, and none of them turns another on. */
export interface SpeakerConfig {
  readonly assembly: AssemblyConfig;
  readonly search: SpeakerSearchConfig;
  readonly models: ModelsConfig;
}

export interface AssemblyConfig {
  readonly actorCardEnabled: boolean;
  readonly actorCardMaxTokens: number;
  readonly actorCardFactLimit: number;
  readonly actorCardTurnLimit: number;
  readonly actorCardEntriesPerKind: number;
  /** `models.general` where it is not set; empty where that is not either. */
  readonly actorCardCurationModel: string;
  /** Never empty while `actorCardEnabled`. */
  readonly actorCardAdmissionModel: string;
  readonly speakerRosterEnabled: boolean;
  readonly speakerRosterMaxTokens: number;
  readonly crossChannelRecent: "off" | "merge";
}

export interface SpeakerSearchConfig {
  readonly speakerAnnotationsEnabled: boolean;
  readonly speakerSelectionEnabled: boolean;
  readonly speakerAudienceScope: SpeakerScope;
}

/** Names of models; empty = none. */
export interface ModelsConfig {
  readonly general: string;
  /** `general` where it is not set. */
  readonly facts: string;
}

export interface ConfigProblem {
  /** As `assembly.actor_card_enabled`; empty for the whole. */
  readonly path: string;
  readonly problem: string;
}

export type SpeakerConfigResult =
  | { readonly ok: true; readonly config: SpeakerConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };
