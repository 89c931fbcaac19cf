import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import type { View } from "../../store/port.js";
import { bindSpeakers, needsRoster, withoutRoster } from "../bind-speakers.js";
import type { SpeakerContext } from "../options.js";
import type { McpToolsOptions } from "./options.js";

/** A turn, and what its calls know of speakers: nothing where no gate is on. */
export interface McpSession {
  readonly view: View;
  readonly speakers: SpeakerContext | undefined;
}

/** How a server finds what its requests read through. */
export interface Serving {
  readonly sessionOf: (call: ServerContext) => Promise<McpSession>;
  /** What tools are described with before any session is opened. */
  readonly speakers: SpeakerContext | undefined;
  /** Whether a session's roster is in the schemas that it lists. */
  readonly listsHandles: boolean;
}

/** A session opens its turn and reads its roster, once, for as long as it lasts. */
export async function openSession(
  options: McpToolsOptions,
  authInfo: AuthInfo | undefined,
): Promise<McpSession> {
  const view = await options.openTurn(authInfo);
  const { speakers, countTokens } = options;
  if (speakers === undefined) return { view, speakers };
  return { view, speakers: await bindSpeakers(view, speakers, { countTokens }) };
}

/** Of requests that belong to sessions. */
export function servingSessions(
  { speakers, profile = "history" }: McpToolsOptions,
  sessionOf: Serving["sessionOf"],
): Serving {
  const off = speakers === undefined;
  return {
    sessionOf,
    speakers: off ? undefined : withoutRoster(speakers),
    listsHandles:
      !off &&
      profile === "history" &&
      speakers.search.speakerSelectionEnabled &&
      needsRoster(speakers),
  };
}

/**
 * Of requests each of which is a turn of its own: what one was told of is not there for the next, so
 * nobody can be chosen, and no roster is read.
 */
export function servingRequests(options: McpToolsOptions): Serving {
  const { speakers: gates, openTurn } = options;
  const speakers = gates === undefined ? undefined : { ...withoutRoster(gates), selection: false };
  return {
    sessionOf: async ({ http }) => ({ view: await openTurn(http?.authInfo), speakers }),
    speakers,
    listsHandles: false,
  };
}
