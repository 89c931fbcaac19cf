import { walk } from "../log/walk.js";
import type { Conversation, Coverage } from "../model/message.js";
import type { Recall } from "../recall/recall.js";
import type { Io } from "./io.js";
import type { OpenedLog } from "./opened-log.js";
import { printable } from "./printable.js";
import { withProgress } from "./read-progress.js";

const SUGGESTIONS = 3;
/** Desks listed where none has a similar name. */
const LISTED = 8;

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
  if (opened.rows === null) await readWhole(io, opened);
  if (strangeDesk && !seen.knowsDesk([conversation.deskId, conversation.deskName]))
    io.err.write(`backread: ${unknownDesk(recall, opened, conversation.deskId)}\n`);
  if (strangeAuthor && !seen.knowsAuthor(author))
    io.err.write(`backread: ${unknownAuthor(recall, opened, author)}\n`);
}

/** Passes every row, so that `seen` knows them all. */
export async function readWhole(io: Io, opened: OpenedLog): Promise<Coverage> {
  return withProgress(io, opened, (options) =>
    walk(opened.log, { ...options, bound: Number.MAX_SAFE_INTEGER, onPage: () => null }),
  );
}

function unknownDesk(recall: Recall, { seen }: OpenedLog, named: string): string {
  const near = recall.desks(named, seen.desks, SUGGESTIONS).map(({ label }) => quoted(label));
  const all = seen.desks.added.slice(0, LISTED).map(({ name }) => quoted(name));
  const more = seen.desks.added.length > LISTED ? ", …" : "";
  const advice =
    near.length > 0 ? `did you mean ${near.join(", ")}?` : `there are ${all.join(", ")}${more}`;
  return `no row stands in a desk ${quoted(named)}; ${all.length === 0 ? "the log is empty" : advice}`;
}

function unknownAuthor(recall: Recall, { seen }: OpenedLog, named: string): string {
  const { roster } = seen;
  const near = [
    ...recall.agents(named, roster, SUGGESTIONS),
    ...recall.people(named, roster, SUGGESTIONS),
  ]
    .sort((a, b) => b.score - a.score)
    .slice(0, SUGGESTIONS)
    .map(({ id, label }) => (label === id ? quoted(id) : `${quoted(id)} (${printable(label)})`));
  const advice = near.length > 0 ? `did you mean ${near.join(", ")}?` : "find people looks for one";
  return `nobody has the id ${quoted(named)}; ${advice}`;
}

function quoted(text: string): string {
  return `"${printable(text)}"`;
}
