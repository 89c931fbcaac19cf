import { CARD_PATHS } from "./card-paths.js";
import { CONTEXT_PATHS } from "./context-paths.js";
import { MCP_PATHS } from "./mcp-paths.js";
import { PATHS, type Path } from "./paths.js";
import { SPEAKER_PATHS } from "./speaker-paths.js";
import { SEMANTIC_PATHS } from "./semantic-paths.js";
import { TOOL_PATHS } from "./tool-paths.js";
import { TURN_PATHS } from "./turn-paths.js";

/** All ways by which text leaves the store. */
export function everyPath(): readonly Path[] {
  return [
    ...PATHS,
    // Before cards are built anew, which the next of these do.
    ...CONTEXT_PATHS,
    ...CARD_PATHS,
    ...SPEAKER_PATHS,
    ...TURN_PATHS,
    ...SEMANTIC_PATHS,
    ...TOOL_PATHS,
    ...MCP_PATHS,
  ];
}
