/** Pure rules of who may read what was said and whose words they are. No SQL, clock or network. */
export { actorId, isQualified } from "./actor-id.js";
export {
  audienceAllows,
  audienceSetAllows,
  isWider,
  sameNamespace,
  UNLINKED,
  type Audience,
  type Destination,
  type ExternalId,
  type Linked,
  type Namespace,
  type Origin,
} from "./audience.js";
export { MAX_REPLY_BODY_BYTES, MIN_SECRET_BYTES } from "./envelope/bounds.js";
export type { Json } from "./envelope/json.js";
export { envelopeKey, type EnvelopeOrigin } from "./envelope/mark.js";
export { openEnvelope, type OpenedEnvelope } from "./envelope/open-envelope.js";
export type { UnresolvedReason } from "./envelope/reasons.js";
export {
  markEnvelopeBlock,
  sealEnvelope,
  type EnvelopeBlock,
  type EnvelopeLabel,
  type ReplyLabel,
  type Unsealed,
} from "./envelope/seal.js";
export {
  lanesOf,
  type AuthorType,
  type Lane,
  type LaneRole,
  type LaneRow,
  type QuotedRow,
} from "./lanes/lanes.js";
export { CARD_KINDS, type CardEntry, type CardKind } from "./card/card.js";
export { renderCard, type CardBudget, type RenderedCard } from "./card/render-card.js";
export { normalAudience } from "./normal-audience.js";
export { isDirect, routeKindOf } from "./route-kind.js";
export { readSpeakerConfig } from "./config/read-speaker-config.js";
export type {
  AssemblyConfig,
  ConfigProblem,
  ModelsConfig,
  SpeakerConfig,
  SpeakerConfigResult,
  SpeakerScope,
  SpeakerSearchConfig,
} from "./config/speaker-config.js";
export {
  freeHandle,
  GUEST_HANDLE,
  handleBase,
  isHandle,
  MAX_HANDLE_BASE,
  MAX_HANDLE_LENGTH,
  rankedHandle,
  RESERVED_HANDLES,
} from "./handle/handle.js";
export { labelKey, normalLabel } from "./label/normal-label.js";
export { isSafeLabel, MAX_LABEL_UNITS, safeLabel } from "./label/safe-label.js";
export { renderRoster, type RenderedRoster, type RosterBudget } from "./roster/render-roster.js";
export { rosterEntry, type RosterEntry, type RosterSnapshot } from "./roster/roster.js";
