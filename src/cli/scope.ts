import { isGeneral } from "../log/conversation.js";
import type { SessionLog } from "../log/port.js";
import type { Conversation, Message, Sequence } from "../model/message.js";
import type { Desk } from "../model/roster.js";
import { has, sequence, text, type Args } from "./args.js";
import type { OpenedLog } from "./opened-log.js";
import { printable } from "./printable.js";
import { UsageError } from "./usage-error.js";

/** The desk or thread that `--desk` and `--thread` name; null when neither is given. */
export async function scopeOf(opened: OpenedLog, args: Args): Promise<Conversation | null> {
  const desk = text(args, "desk");
  const thread = sequence(args, "thread");
  if (thread === null) return desk === null ? null : conversationOf(opened, desk);
  const root = await readRow(opened.log, thread);
  if (root === null)
    throw new UsageError(
      `there is no row ^${thread} in ${printable(opened.path)}`,
      "--thread takes the number of the thread's first row",
    );
  if (root.parent !== null && !has(args, "desk"))
    throw new UsageError(
      `^${thread} is itself an answer`,
      `the thread's root is --thread ${root.parent}`,
    );
  return { ...conversationOf(opened, desk ?? root.chatId ?? "main"), threadRoot: thread };
}

/** The same with a desk where none is named: the only one there is, else the general one. */
export async function scopeOrOnlyDesk(opened: OpenedLog, args: Args): Promise<Conversation> {
  const named = await scopeOf(opened, args);
  if (named !== null) return named;
  const { added } = opened.seen.desks;
  const [only] = added;
  const single = opened.rows !== null && added.length === 1 && only !== undefined;
  return conversationOf(opened, single ? only.id : "main");
}

/** One row by its number; null when there is none. */
export async function readRow(log: SessionLog, wanted: Sequence): Promise<Message | null> {
  const before = wanted === Number.MAX_SAFE_INTEGER ? null : wanted + 1;
  const { messages } = await log.readBefore(before, 1);
  const [row] = messages;
  return row?.sequence === wanted ? row : null;
}

/** A desk by the id that rows carry, else by the name that the source gives it, else as it is spelled. */
function conversationOf({ seen }: OpenedLog, named: string): Conversation {
  const { declared } = seen.desks;
  const same = (name: string): boolean => name === named || (isGeneral(name) && isGeneral(named));
  const desk: Desk | undefined =
    declared.find(({ id }) => same(id)) ?? declared.find(({ name }) => same(name));
  return { deskId: desk?.id ?? named, deskName: desk?.name ?? named, threadRoot: null };
}
