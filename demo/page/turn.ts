/** What a model would be given for one turn, as text. */
import {
  BrevityPolicy,
  frameRecalled,
  recalledContext,
  recalledHits,
  TeamBriefing,
  type Conversation,
  type FramedRecall,
  type InitialSessionWithContext,
  type LogRecall,
  type MessageHit,
  type SessionMessage,
} from "../../dist/index.js";
import type { Transcript } from "./transcript.js";
import { addressOf, nameOf } from "./words.js";

export interface TurnRequest {
  readonly conversation: Conversation;
  readonly viewerId: string;
  readonly budgetChars: number;
  /** Search results that ride along as a block of their own. */
  readonly hits: readonly MessageHit[];
}

export interface Turn {
  readonly briefing: string;
  readonly framed: FramedRecall;
  readonly history: readonly SessionMessage[];
  readonly coverage: InitialSessionWithContext["coverage"];
}

export async function assembleTurn(
  recall: LogRecall,
  transcript: Transcript,
  { conversation, viewerId, budgetChars, hits }: TurnRequest,
): Promise<Turn> {
  const { deskId, deskName } = conversation;
  const teammates = transcript.writers
    .filter(({ type, id }) => type === "agent" && id !== viewerId)
    .map(({ id, label }) => ({ id, label, role: null, description: null }));
  const briefing = { viewerId, deskId, deskName, teammates, brevity: BrevityPolicy.default };
  const start = { query: { conversation }, briefing };
  const session = await recall.initializeSessionWithContext(start);
  const recalled = hits.length === 0 ? [] : [recalledHits("Search results", hits)];
  const blocks = [...recalledContext(session.context, conversation), ...recalled];
  return {
    briefing: TeamBriefing.systemText(session.briefing),
    framed: frameRecalled(blocks, { budgetChars }),
    history: session.history,
    coverage: session.coverage,
  };
}

/** The window as one text; a host gives each of these as a message of its own. */
export function historyText(history: readonly SessionMessage[]): string {
  return history
    .map(({ sequence, author, content }) => {
      const id = author.type === "operator" ? "" : ` ${addressOf(author)}`;
      return `[^${sequence} ${author.type}${id} (${nameOf(author)})]\n${content}`;
    })
    .join("\n\n");
}

/** In characters as a reader counts them, not in UTF-16 units. */
export function charsOf(text: string): number {
  let chars = 0;
  for (const _ of text) chars++;
  return chars;
}
