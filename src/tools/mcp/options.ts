import type { AuthInfo } from "@modelcontextprotocol/server";
import type { View } from "../../store/port.js";
import type { SpeakerGates } from "../bind-speakers.js";
import type { ToolOptions } from "../options.js";
import type { ToolProfile } from "../profiles.js";

/**
 * Binds the turn, or the plain view, that a session reads through. Who reads, and where the answer
 * goes, is known from what the host verified, or from its configuration where there is no `authInfo`;
 * nothing of it comes from a tool's arguments.
 */
export type OpenTurn = (authInfo: AuthInfo | undefined) => Promise<View>;

export interface McpToolsOptions extends Pick<
  ToolOptions,
  "timeZone" | "countTokens" | "urlOf" | "onError"
> {
  readonly openTurn: OpenTurn;
  /** The four tools of the history, or the two of research agents; the history's when absent. */
  readonly profile?: ToolProfile;
  /** Whether the history has `query_facts`: where the store has a model for facts. */
  readonly facts?: boolean;
  /**
   * Which speaker gates are on; all off when absent. A session's roster is read once, when its turn
   * is opened, and its handles are in the schemas that it lists. Nothing over this protocol tells the
   * user's own words, so no request has an intent of its own. Where each request is a turn of its own,
   * nobody can be chosen, and names come of the rows alone.
   */
  readonly speakers?: SpeakerGates;
  readonly serverInfo?: { readonly name: string; readonly version: string };
  /**
   * Whether an answer comes as structured content too, under an output schema; true when absent. The
   * two forms share one bound, so that a host that shows both is not given twice as much.
   */
  readonly structured?: boolean;
}
