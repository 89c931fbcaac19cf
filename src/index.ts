/** Search, pins and turn context over a shared transcript, plus the nouns they speak in. */
export type { Author, Conversation, Coverage, Message, Sequence } from "./model/message.js";
