import type { ToolDefinition } from "./definition.js";
import { fetchTool } from "./documents/fetch.js";
import { searchTool } from "./documents/search.js";
import { pinboardTool } from "./pinboard.js";
import { readMessageTool } from "./read-message.js";
import { searchHistoryTool } from "./search-history.js";
import { threadsTool } from "./threads.js";

export type ToolProfile = "history" | "search_and_fetch";

/** The tools of a profile. */
export function profileTools(profile: ToolProfile): readonly ToolDefinition[] {
  return profile === "history"
    ? [searchHistoryTool, readMessageTool, pinboardTool, threadsTool]
    : [searchTool, fetchTool];
}
