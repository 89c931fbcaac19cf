import type { Core } from "../core/core.js";
import type { InitialSession, InitialSessionWithContext } from "../model/answers.js";
import type { SessionLog } from "../log/port.js";
import { SESSION_WINDOW } from "../model/bounds.js";
import type { ContextNote, SessionQuery, TeamBriefing } from "../model/context.js";
import { readPinboard } from "./pins.js";
import { projectSession } from "./project-session.js";
import type { ReadOptions } from "./search-messages.js";
import { threadIndex } from "./threads.js";

export interface SessionStart {
  readonly query: SessionQuery;
  readonly briefing: TeamBriefing;
  /** The host's own blocks, after threads and pins. */
  readonly notes?: readonly ContextNote[];
}

/** The window of a turn and its briefing. */
export async function initializeSession(
  log: SessionLog,
  { query, briefing }: SessionStart,
  options: ReadOptions = {},
): Promise<InitialSession> {
  const { messages, coverage } = await projectSession(log, query, options);
  return { briefing: windowed(briefing, query), history: messages, coverage };
}

/**
 * The same with the threads and pins that ride along. History and pins are as they stood before the
 * query's cursor; the thread index is always of now.
 */
export async function initializeSessionWithContext(
  core: Core,
  log: SessionLog,
  { query, briefing, notes = [] }: SessionStart,
  options: ReadOptions = {},
): Promise<InitialSessionWithContext> {
  const { conversation, before = null } = query;
  const history = await projectSession(log, query, options);
  const index = await threadIndex(log, conversation, options);
  const board = await readPinboard(core, log, conversation, { ...options, before });
  return {
    briefing: windowed(briefing, query),
    context: { threads: index.threads, pins: board.pins, notes },
    history: history.messages,
    coverage: {
      history: history.coverage,
      threads: index.coverage,
      pins: board.coverage,
    },
  };
}

function windowed(briefing: TeamBriefing, { window = SESSION_WINDOW }: SessionQuery): TeamBriefing {
  return { ...briefing, brevity: { ...briefing.brevity, window } };
}
