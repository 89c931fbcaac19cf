import type { Conversation, Message } from "../model/message.js";

/**
 * The general desk goes by several names: none, the empty one, "main" and "general", the last two in
 * any ASCII case. Nothing is trimmed and no other letter folds.
 */
export function isGeneral(chatId: string | null): boolean {
  return chatId === null || chatId === "" || /^(?:main|general)$/i.test(chatId);
}

/** Whether two desk ids name one desk; case matters except for the general desk. */
export function sameConversation(a: string | null, b: string | null): boolean {
  return a === b || (isGeneral(a) && isGeneral(b));
}

/** Whether two conversations are one: the same thread of the same desk, or both of the general desk. */
export function equivalentTo(a: Conversation, b: Conversation): boolean {
  if (a.threadRoot !== b.threadRoot) return false;
  return a.deskId === b.deskId || (isGeneralDesk(a) && isGeneralDesk(b));
}

/** Whether the row was written to the conversation's desk, by its id or its name, replies included. */
export function inDesk(message: Message, conversation: Conversation): boolean {
  const { chatId } = message;
  return (
    sameConversation(chatId, conversation.deskId) || sameConversation(chatId, conversation.deskName)
  );
}

/** Whether the row is the thread's root or a direct reply to it, in the thread's desk. */
export function inThread(message: Message, conversation: Conversation): boolean {
  const { threadRoot } = conversation;
  if (threadRoot === null) return false;
  const belongs = message.sequence === threadRoot || message.parent === threadRoot;
  return belongs && inDesk(message, conversation);
}

/** Whether the row belongs to the conversation: its desk's whole interior, or its one thread. */
export function inConversation(message: Message, conversation: Conversation): boolean {
  return conversation.threadRoot === null
    ? inDesk(message, conversation)
    : inThread(message, conversation);
}

function isGeneralDesk(conversation: Conversation): boolean {
  return isGeneral(conversation.deskId) || isGeneral(conversation.deskName);
}
