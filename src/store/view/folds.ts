import type { InitialSessionWithContext, Pinboard, ThreadIndex } from "../../model/answers.js";
import type { SessionLog } from "../../log/port.js";
import type { Conversation, Sequence } from "../../model/message.js";
import type { Pin } from "../../model/pin.js";
import type { ContextOptions, ConversationRef, Folded, FoldOptions } from "../port.js";
import { findPlace } from "../routes.js";
import { reading, type Scope } from "../scope.js";
import type { Binding } from "./binding.js";
import { conversationLog, type IdentifiedLog } from "./conversation-log.js";
import { deskKey } from "./log-row.js";

/** The board of a desk, as far as it may be read. */
export async function readPins(
  scope: Scope,
  binding: Binding,
  options: FoldOptions = {},
  log: IdentifiedLog = foldedLog(scope, binding, options),
): Promise<Folded<Pinboard>> {
  const { conversation, recall } = await fold(scope, binding, options);
  const board = await recall.readPinboard(log, conversation, options);
  return { ...board, messageIds: messageIdsOf(log, toldByPins(board.pins)) };
}

/** The live threads of a desk, as far as they may be read. */
export async function readThreads(
  scope: Scope,
  binding: Binding,
  options: FoldOptions = {},
  log: IdentifiedLog = foldedLog(scope, binding, options),
): Promise<Folded<ThreadIndex>> {
  const { conversation, recall } = await fold(scope, binding, options);
  const index = await recall.threadIndex(log, conversation, options);
  const roots = index.threads.map(({ root }) => root);
  return { ...index, messageIds: messageIdsOf(log, roots) };
}

/** What a turn of a desk starts with. */
export async function readContext(
  scope: Scope,
  binding: Binding,
  options: ContextOptions,
  log: SessionLog = foldedLog(scope, binding, options),
): Promise<InitialSessionWithContext> {
  const { conversation, recall } = await fold(scope, binding, options);
  const { viewerId, teammates = [], brevity, window, before, notes, signal } = options;
  const { deskId, deskName } = conversation;
  return recall.initializeSessionWithContext(
    log,
    {
      query: {
        conversation,
        before: before ?? null,
        ...(window === undefined ? {} : { window }),
      },
      briefing: { viewerId, deskId, deskName, teammates, brevity },
      ...(notes === undefined ? {} : { notes }),
    },
    { signal },
  );
}

/** The log of the desk that the options name. */
export function foldedLog(
  scope: Scope,
  binding: Binding,
  { conversation }: Pick<FoldOptions, "conversation">,
): IdentifiedLog {
  return conversationLog(scope, binding, conversation ?? binding.options.destination.conversation);
}

async function fold(
  scope: Scope,
  binding: Binding,
  options: Omit<FoldOptions, "limit">,
): Promise<{
  readonly conversation: Conversation;
  readonly recall: Awaited<ReturnType<Binding["tools"]["recall"]>>;
}> {
  const { conversation, channel, thread = null } = options;
  const { destination } = binding.options;
  const ref = conversation ?? destination.conversation;
  // The bound channel is one of the bound conversation; another's channel has to be named.
  const own = conversation === undefined ? binding.channelKey : "";
  const desk = deskKey(await publicKeyOf(scope, ref), channel ?? own);
  return {
    conversation: { deskId: desk, deskName: desk, threadRoot: thread },
    recall: await binding.tools.recall(),
  };
}

/** Who pinned, and the note, are of the row that pins; the excerpt is of the row that is pinned. */
export function toldByPins(pins: readonly Pin[]): readonly Sequence[] {
  return pins.flatMap(({ sequence, pinnedAt, excerpt }) =>
    excerpt === null ? [pinnedAt] : [pinnedAt, sequence],
  );
}

function messageIdsOf(
  log: IdentifiedLog,
  told: readonly Sequence[],
): ReadonlyMap<Sequence, string> {
  const ids = told.map((sequence) => [sequence, log.messageIdOf(sequence)] as const);
  return new Map(ids.flatMap(([sequence, id]) => (id === null ? [] : [[sequence, id]])));
}

/** The opaque key of a conversation; of one that is not known, a key that no row has. */
async function publicKeyOf(scope: Scope, ref: ConversationRef): Promise<string> {
  return reading(scope, async (session) => {
    const place = await findPlace(session, ref);
    const [row] = await session.query<{ public_key: string }>(
      `select public_key::text as public_key from backread.conversations
      where perspective_id = $1 and id = $2`,
      [session.perspectiveId, place?.conversationId ?? null],
    );
    return row?.public_key ?? NO_CONVERSATION;
  });
}

const NO_CONVERSATION = "no conversation";
