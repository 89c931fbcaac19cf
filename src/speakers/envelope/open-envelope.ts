import type { ConversationKind } from "../../model/conversation-ref.js";
import { MAX_BLOCKS } from "./bounds.js";
import { Claims } from "./claims.js";
import { plain } from "./fields.js";
import { blocksAt, blocksEnding, type Block } from "./grammar.js";
import { isObject, readJson, type Json } from "./json.js";
import { isSameMark, markOf, type EnvelopeOrigin } from "./mark.js";
import type { UnresolvedReason } from "./reasons.js";
import { closesReply, replyClaim, type ReplyClaim } from "./reply.js";

/** What a transport said in an envelope, and the words that it was put around. */
export interface OpenedEnvelope {
  /** The text without its genuine blocks: what a person wrote, to the character. */
  readonly text: string;
  /** Both empty where no block says who sent it, or the first that does says it badly. */
  readonly author: { readonly id: string; readonly label: string };
  readonly channel?: string;
  readonly channelLabel?: string;
  readonly routeKind?: ConversationKind;
  /** Empty where a block speaks of a reply and does not say, or not clearly, of which. */
  readonly replyTarget?: string;
  /** The transport's time text, and the instant where it is one. */
  readonly at?: string;
  readonly sentAt?: string;
  readonly quoted?: { readonly text: string; readonly sourceId: string; readonly label: string };
  /** Whom a reply block calls the author of what is answered; a stored row must say the same. */
  readonly replyAuthor?: string;
  /** Null where no block speaks of a reply. */
  readonly unresolvedReason: UnresolvedReason | null;
}

const REPLY_LABELS: ReadonlySet<string> = new Set([
  "reply target of current user message",
  "replied message",
  "reply context",
]);
const SPACE = /\s*/y;

/**
 * Opens the envelope of a message: the blocks at its front and the reply blocks at its end that bear
 * a mark of this very message. All else is text, wherever it stands and whatever it looks like.
 */
export async function openEnvelope(
  key: CryptoKey,
  origin: EnvelopeOrigin,
  content: string,
): Promise<OpenedEnvelope> {
  const genuine = genuineTest(key, origin);
  const trailing = await readEnd(content, genuine);
  const leading = await readFront(trailing.text, genuine);
  const claims = new Claims(origin.conversation.connector.type);
  for (const { block, value } of leading.blocks) claims.take(block.label, value);
  const first = leading.blocks.find(({ block }) => isReply(block));
  const [last] = trailing.blocks;
  return opened(leading.text, claims, replyClaim(valueOf(first), valueOf(last)));
}

interface Genuine {
  readonly block: Block;
  /** Undefined where the transport's JSON cannot be read. */
  readonly value: Json | undefined;
}

type GenuineTest = (blocks: Iterable<Block>) => Promise<Genuine | null>;

interface Read {
  readonly text: string;
  readonly blocks: readonly Genuine[];
}

/** Finds the one of some readings of a block that its mark is of. */
function genuineTest(key: CryptoKey, origin: EnvelopeOrigin): GenuineTest {
  return async (blocks) => {
    for (const block of blocks) {
      if (!isSameMark(block.mark, await markOf(key, origin, block.marked))) continue;
      const value = readJson(block.body);
      return isOfOther(block, value, origin) ? null : { block, value };
    }
    return null;
  };
}

/** A reply block's `message_id` is that of what is answered. */
function isOfOther(block: Block, value: Json | undefined, { messageId }: EnvelopeOrigin): boolean {
  if (isReply(block) || !isObject(value) || !("message_id" in value)) return false;
  return value["message_id"] !== messageId;
}

function isReply({ label }: Block): boolean {
  return REPLY_LABELS.has(label.toLowerCase());
}

async function readFront(text: string, genuine: GenuineTest): Promise<Read> {
  const blocks: Genuine[] = [];
  let end = 0;
  while (blocks.length < MAX_BLOCKS) {
    SPACE.lastIndex = end;
    SPACE.test(text);
    const found = await genuine(blocksAt(text, SPACE.lastIndex));
    if (found === null) break;
    blocks.push(found);
    end = found.block.end;
    if (text[end] === "\n") end += 1;
  }
  return { text: text.slice(end), blocks };
}

/** Nearest to the end first. */
async function readEnd(text: string, genuine: GenuineTest): Promise<Read> {
  const blocks: Genuine[] = [];
  let end = text.length;
  while (blocks.length < MAX_BLOCKS) {
    const found = await genuine(replies(blocksEnding(text.slice(0, end))));
    if (found === null) break;
    blocks.push(found);
    end = Math.max(0, found.block.start - 1);
  }
  return { text: text.slice(0, end), blocks };
}

function* replies(blocks: Iterable<Block>): Generator<Block> {
  for (const block of blocks) if (isReply(block)) yield block;
}

/** Null for no block: a block that cannot be read is one, and `undefined`. */
function valueOf(found: Genuine | undefined): Json | undefined | null {
  return found === undefined ? null : (found.value ?? undefined);
}

function opened(text: string, claims: Claims, reply: ReplyClaim | null): OpenedEnvelope {
  const { value: id = "" } = claims.identity;
  const { value: label = "" } = claims.label;
  const { channel, channelLabel, routeKind, at, sentAt, replyTarget } =
    claims.conversation.value ?? {};
  return {
    text,
    author: { id, label },
    ...(channel && { channel }),
    ...(channelLabel && { channelLabel }),
    ...(routeKind && { routeKind }),
    ...(at && { at }),
    ...(sentAt && { sentAt }),
    ...answered(replyTarget ?? "", reply),
  };
}

type Answered = Pick<OpenedEnvelope, "quoted" | "replyAuthor" | "replyTarget" | "unresolvedReason">;

function answered(snapshot: string, reply: ReplyClaim | null): Answered {
  if (reply === null)
    return { unresolvedReason: null, ...(snapshot !== "" && { replyTarget: snapshot }) };
  if (closesReply(reply)) return { unresolvedReason: reply.reason, replyTarget: "" };
  const { authorId, label, body, messageId, reason } = reply;
  if (snapshot !== "" && messageId !== "" && snapshot !== messageId)
    return { unresolvedReason: "contradictory_edges", replyTarget: "" };
  const replyTarget = snapshot || messageId;
  return {
    unresolvedReason: reason,
    replyTarget,
    quoted: { text: body, sourceId: replyTarget, label: plain(label) },
    ...(authorId !== "" && { replyAuthor: authorId }),
  };
}
