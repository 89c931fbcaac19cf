/** Tools by which a model reads what a view may show: schemas, handlers, framing and budgets. */
export type { ToolAnswer, ToolStatus } from "./answer.js";
export { ANSWER_TOKENS } from "./bounds.js";
export type { ToolDefinition, ToolOutput } from "./definition.js";
export type { SpeakerContext, ToolOptions } from "./options.js";
export { estimateTokens, type CountTokens } from "./tokens.js";

export {
  searchHistory,
  searchHistoryTool,
  searchHistoryToolFor,
  type SearchHistoryAnswer,
} from "./search-history.js";
export {
  queryFacts,
  queryFactsTool,
  queryFactsToolFor,
  type QueryFactsAnswer,
} from "./facts/query-facts.js";
export type { QueryFactsArgs } from "./facts/arguments.js";
export type { FactEntry } from "./facts/fact-view.js";
export { bindSpeakers, type BindSpeakersOptions, type SpeakerGates } from "./bind-speakers.js";
export type { SpeakerEntry } from "./speaker-report.js";
export type { VoiceEntry } from "./voice-view.js";
export type { SearchHistoryArgs } from "./search-arguments.js";
export type { HitEntry, NeighbourEntry } from "./hit-view.js";
export type { SourceEntry } from "./row-view.js";
export {
  readMessage,
  readMessageTool,
  type MessageEntry,
  type ReadMessageAnswer,
  type ReadMessageArgs,
} from "./read-message.js";
export { pinboard, pinboardTool, type PinboardAnswer, type PinEntry } from "./pinboard.js";
export { threads, threadsTool, type ThreadEntry, type ThreadsAnswer } from "./threads.js";
export {
  searchDocuments,
  searchTool,
  type SearchResultEntry,
  type SearchResults,
} from "./documents/search.js";
export {
  fetchDocument,
  fetchTool,
  type FetchAnswer,
  type FetchedDocument,
} from "./documents/fetch.js";

export { profileTools, type ProfileOptions, type ToolProfile } from "./profiles.js";
export { callTool, type ToolCall } from "./call-tool.js";
export { plainSchema, strictSchema, type JsonSchema } from "./json-schema.js";
export {
  openAiChatTools,
  openAiResponsesTools,
  type OpenAiFunction,
  type OpenAiToolOptions,
} from "./adapters/openai.js";
export { anthropicTools, type AnthropicTool } from "./adapters/anthropic.js";
export { aiSdkTools, type AiSdkCall, type AiSdkTool } from "./adapters/ai-sdk.js";
