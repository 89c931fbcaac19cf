import type { ToolDefinition } from "./definition.js";
import { fetchTool } from "./documents/fetch.js";
import { searchTool } from "./documents/search.js";
import { pinboardTool } from "./pinboard.js";
import { readMessageTool } from "./read-message.js";
import type { SpeakerContext } from "./options.js";
import { searchHistoryToolFor } from "./search-history.js";
import { threadsTool } from "./threads.js";

export type ToolProfile = "history" | "search_and_fetch";

/** The tools of a profile, as a request is told of them that knows these speakers. */
export function profileTools(
  profile: ToolProfile,
  speakers?: SpeakerContext,
): readonly ToolDefinition[] {
  return profile === "history"
    ? [searchHistoryToolFor(speakers), readMessageTool, pinboardTool, threadsTool]
    : [searchTool, fetchTool];
}
