import type { ToolDefinition } from "./definition.js";
import { fetchTool } from "./documents/fetch.js";
import { searchTool } from "./documents/search.js";
import { queryFactsToolFor } from "./facts/query-facts.js";
import { pinboardTool } from "./pinboard.js";
import { readMessageTool } from "./read-message.js";
import type { SpeakerContext } from "./options.js";
import { searchHistoryToolFor } from "./search-history.js";
import { threadsTool } from "./threads.js";

export type ToolProfile = "history" | "search_and_fetch";

export interface ProfileOptions {
  /** Whether `query_facts` is one of the history's: where the store has a model for facts. */
  readonly facts?: boolean | undefined;
}

/** The tools of a profile, as a request is told of them that knows these speakers. */
export function profileTools(
  profile: ToolProfile,
  speakers?: SpeakerContext,
  { facts = false }: ProfileOptions = {},
): readonly ToolDefinition[] {
  if (profile !== "history") return [searchTool, fetchTool];
  const more = facts ? [queryFactsToolFor(speakers)] : [];
  return [searchHistoryToolFor(speakers), ...more, readMessageTool, pinboardTool, threadsTool];
}
