import type { NamedSource } from "../document.js";
import { draftItems, type DraftItem } from "../draft.js";
import { skipped, type ImportItem } from "../item.js";
import { LeftOut } from "../left-out.js";
import { inOrder, type Order } from "../order.js";
import type { ByteSource } from "../source.js";
import { mailDraft } from "./draft.js";
import { mailsOf } from "./mails.js";
import { parseMail } from "./parse.js";

export interface MboxOptions {
  /** Names the source in issues; the desk of its rows is this name without folder and extensions. */
  readonly file?: string;
  readonly order?: Order;
}

/**
 * A mailbox of mails one after another (mboxo, mboxrd: a `From ` line before each, `>From ` inside).
 * The author is the address of `From`, `at` the text of `Date`, the source id the Message-ID
 * without its angle brackets; a mail hangs from the root of what `In-Reply-To` (else the last of
 * `References`) names. The content is the mail's plain text, or the text of its HTML where there is
 * no other; a mail that answers nothing has its subject above it, and every attachment is marked by
 * its name. Quoted lines, the line that says whose they are, and all below the head of a forwarded or
 * top-posted mail are not the author's words: they stand in the item's `source.quoted`. One mail is
 * held at a time, and of each its text.
 */
export function readMbox(
  source: ByteSource,
  options: MboxOptions = {},
): AsyncGenerator<ImportItem> {
  return inOrder(mboxItems({ source, file: options.file ?? "mail.mbox" }), options.order);
}

export async function* mboxItems(input: NamedSource): AsyncGenerator<DraftItem> {
  const name = input.file.slice(input.file.lastIndexOf("/") + 1);
  const chatId = name.replace(/(\.mbox|\.mbx|\.txt)?(\.gz)?$/i, "") || name;
  const leftOut = new LeftOut();
  for await (const item of mailsOf(input)) {
    if (item.type === "issue") yield item;
    else {
      const mail = await parseMail(item.bytes);
      if (mail === null) yield skipped(item.where, "malformed", "no mail that could be parsed");
      else {
        if (mail.attachments.length > 0) leftOut.note(item.where);
        yield* draftItems(mailDraft(mail, item.where, chatId));
      }
    }
  }
  yield* leftOut.report();
}
