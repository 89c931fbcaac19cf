import type { Author } from "../../model/message.js";
import { speaker, type Draft } from "../draft.js";
import type { Where } from "../item.js";
import { microsOfMailDate } from "../time.js";
import type { Mail } from "./parse.js";
import { splitQuoted } from "./quoted.js";

export function mailDraft(mail: Mail, where: Where, chatId: string): Draft {
  const at = mail.headers.get("date") ?? null;
  const references = messageIds(mail.headers.get("references"));
  const replyTo = messageIds(mail.headers.get("in-reply-to"))[0] ?? references.at(-1) ?? null;
  const subject = mail.email.subject ?? "";
  const { own, quoted } = splitQuoted(mail.text);
  const threadKey = references[0] ?? replyTo;
  return {
    where,
    micros: at === null ? null : microsOfMailDate(at),
    chatId,
    author: authorOf(mail),
    content: contentOf(own, mail, replyTo === null ? subject : ""),
    at,
    sourceId: messageIds(mail.headers.get("message-id"))[0] ?? null,
    replyTo,
    source: {
      ...(threadKey === null ? {} : { threadKey }),
      ...(subject === "" ? {} : { subject }),
      ...(quoted === "" ? {} : { quoted }),
    },
  };
}

/** The subject of an answer is that of what it answers, so only an opening mail's is its author's. */
function contentOf(own: string, { attachments }: Mail, subject: string): string {
  const marks = attachments.map((name) => `[attachment: ${name}]`).join("\n");
  return [subject, own, marks].filter((part) => part !== "").join("\n\n");
}

function messageIds(header: string | undefined): string[] {
  const bracketed = Array.from((header ?? "").matchAll(/<([^<>\s]+)>/g), ([, id = ""]) => id);
  if (bracketed.length > 0 || header === undefined) return bracketed;
  const [, alone = ""] = /^\s*([^<>\s]+)\s*$/.exec(header) ?? [];
  const at = alone.indexOf("@", 1);
  return at > 0 && at < alone.length - 1 ? [alone] : [];
}

/** Archives that hide addresses write `ann at example.org (Ann)`; that is then all there is to go by. */
const HIDDEN = /^\s*(\S+ at \S+?)(?:\s+\((.*)\))?\s*$/s;

function authorOf({ email, headers }: Mail): Author {
  const { from } = email;
  const address = from?.address ?? "";
  if (address !== "") return speaker("person", withPlainDomain(address), from?.name ?? null);
  const hidden = HIDDEN.exec(headers.get("from") ?? "");
  return speaker("person", hidden?.[1] ?? "", hidden?.[2] ?? from?.name ?? null);
}

/** Domains are the same in either case; what stands before them is for their host to say. */
function withPlainDomain(address: string): string {
  const at = address.lastIndexOf("@");
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase();
}
