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
export {
  lanesOf,
  type AuthorType,
  type Lane,
  type LaneRole,
  type LaneRow,
  type QuotedRow,
} from "./lanes/lanes.js";
export { normalAudience } from "./normal-audience.js";
