/** snake_case JSON codecs of every wire form. */
export { InvalidWireError, type WireCodec } from "./codec.js";
export { author, conversation, coverage, message, sessionMessage } from "./message.js";
export {
  hit,
  messageHit,
  searchPattern,
  searchQuery,
  searchResult,
  textMatch,
  threadHit,
  threadLine,
} from "./search.js";
export {
  brevityPolicy,
  contextNote,
  pin,
  pinDirective,
  sessionContext,
  sessionQuery,
  teamBriefing,
} from "./context.js";
export {
  contextOutput,
  findOutput,
  pinsOutput,
  searchOutput,
  threadsOutput,
  type FindOutput,
  type ThreadsOutput,
} from "./commands.js";
export {
  auditOutput,
  deleteOutput,
  importOutput,
  linkOutput,
  maintainOutput,
  statsOutput,
  storeSearchOutput,
  unlinkOutput,
  type AuditOutput,
  type ImportOutput,
  type MaintainOutput,
  type UnlinkOutput,
} from "./store.js";
export { adminOutput, doctorOutput } from "./admin.js";
export {
  actorAuditOutput,
  actorChangeOutput,
  actorsOutput,
  cardStatusOutput,
  rebuildCardsOutput,
  type ActorAuditOutput,
  type CardStatusOutput,
} from "./operators.js";
