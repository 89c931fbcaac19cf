import { isGeneral } from "../log/conversation.js";
import { walk } from "../log/walk.js";
import { AbortedError } from "../model/errors.js";
import type { Hit } from "../model/match.js";
import type { Conversation, Coverage } from "../model/message.js";
import type { Roster } from "../model/roster.js";
import type { Recall } from "../recall/recall.js";
import type { Io } from "./io.js";
import type { OpenedLog } from "./opened-log.js";
import { printable } from "./printable.js";
import { withProgress } from "./read-progress.js";

const SUGGESTIONS = 3;
/** Desks listed where none has a similar name. */
const LISTED = 8;
/** Characters of a name that still say something about it. */
const SHORTEST_HINT = 2;
const LONGEST_HINT = 32;

export interface Nothing {
  readonly conversation?: Conversation | null;
  readonly author?: string | null;
}

/** Says on stderr when an answer is empty because a desk or author that was named is not there. */
export async function explainNothing(
  io: Io,
  recall: Recall,
  opened: OpenedLog,
  { conversation = null, author = null }: Nothing,
): Promise<void> {
  const { seen } = opened;
  const strangeDesk =
    conversation !== null && !seen.knowsDesk([conversation.deskId, conversation.deskName]);
  const strangeAuthor = author !== null && !seen.knowsAuthor(author);
  if (!strangeDesk && !strangeAuthor) return;
  // Only part of the log may have been read, and the name stand in the rest.
  if (opened.rows === null && !(await readRest(io, opened))) return;
  if (strangeDesk && !seen.knowsDesk([conversation.deskId, conversation.deskName]))
    io.err.write(`backread: ${unknownDesk(recall, opened, conversation.deskId)}\n`);
  if (strangeAuthor && !seen.knowsAuthor(author))
    io.err.write(`backread: ${unknownAuthor(recall, opened, author)}\n`);
}

/** False when the user has no patience for it; the answer itself has been given by then. */
async function readRest(io: Io, opened: OpenedLog): Promise<boolean> {
  try {
    await readWhole(io, opened);
    return true;
  } catch (error) {
    if (error instanceof AbortedError) return false;
    throw error;
  }
}

/** Passes every row, so that `seen` knows them all. */
export async function readWhole(io: Io, opened: OpenedLog): Promise<Coverage> {
  return withProgress(io, opened, (options) =>
    walk(opened.log, { ...options, bound: Number.MAX_SAFE_INTEGER, onPage: () => null }),
  );
}

function unknownDesk(recall: Recall, { seen }: OpenedLog, named: string): string {
  const names = seen.deskNames;
  if (names.length === 0) return "the log is empty";
  const near = nearest(named, (query) => recall.desks(query, seen.desks, SUGGESTIONS));
  const listed = `${names.slice(0, LISTED).map(quoted).join(", ")}${names.length > LISTED ? ", …" : ""}`;
  if (isGeneral(named)) return `no row stands in the general desk; --desk names one of ${listed}`;
  const advice =
    near.length > 0 ? didYouMean(near.map(({ label }) => quoted(label))) : `there are ${listed}`;
  return `no row stands in a desk ${quoted(named)}; ${advice}`;
}

function unknownAuthor(recall: Recall, { seen }: OpenedLog, named: string): string {
  const { roster } = seen;
  const near = nearest(named, (query) =>
    [
      ...recall.agents(query, roster, SUGGESTIONS),
      ...recall.people(query, roster, SUGGESTIONS),
    ].sort((a, b) => b.score - a.score),
  );
  const advice =
    near.length > 0 ? didYouMean(near.map(idAndLabel)) : "backread find people looks for somebody";
  return `nobody has the id ${quoted(named)}; ${advice}`;
}

/** Says on stderr that an agent is not among those who spoke, where one has a similar name. */
export function explainStranger(io: Io, recall: Recall, roster: Roster, viewer: string): void {
  if (roster.members.some(({ id }) => id === viewer)) return;
  const near = nearest(viewer, (query) => recall.agents(query, roster, SUGGESTIONS));
  if (near.length === 0) return;
  const advice = didYouMean(near.map(idAndLabel));
  io.err.write(`backread: no agent ${quoted(viewer)} spoke in the rows read; ${advice}\n`);
}

/** The best answers to the longest beginning of the name that has any: a typo is often near its end. */
function nearest(named: string, ask: (query: string) => readonly Hit[]): readonly Hit[] {
  const characters = Array.from(named).slice(0, LONGEST_HINT);
  for (let length = characters.length; length >= SHORTEST_HINT; length--) {
    const hits = ask(characters.slice(0, length).join(""));
    if (hits.length > 0) return hits.slice(0, SUGGESTIONS);
  }
  return [];
}

function idAndLabel({ id, label }: Hit): string {
  return label === id ? quoted(id) : `${quoted(id)} (${printable(label)})`;
}

function didYouMean(names: readonly string[]): string {
  return `did you mean ${names.join(", ")}?`;
}

function quoted(text: string): string {
  return `"${printable(text)}"`;
}
