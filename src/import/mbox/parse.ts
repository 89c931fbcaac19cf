import type { Email } from "postal-mime";
import { htmlText } from "./html-text.js";

/** What is read of a mail. */
export interface Mail {
  readonly email: Email;
  /** Of the header lines the first of each name, lower case; unfolded, otherwise as written. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** Names of what is attached, else their kinds. */
  readonly attachments: readonly string[];
}

/** Null for what has no header line, or is nested or headed beyond the parser's bounds. */
export async function parseMail(bytes: Uint8Array): Promise<Mail | null> {
  const email = await parse(bytes);
  if (email === null || email.headers.length === 0) return null;
  const headers = new Map<string, string>();
  for (const { key, value } of email.headers) if (!headers.has(key)) headers.set(key, value);
  const text = email.text ?? (email.html === undefined ? "" : htmlText(email.html));
  const attachments = email.attachments.map(({ filename, mimeType }) => filename ?? mimeType);
  return { email, headers, text: text.replaceAll("\r\n", "\n"), attachments };
}

async function parse(bytes: Uint8Array): Promise<Email | null> {
  // Loaded when a mailbox is met: readers of other formats do without it.
  const { default: PostalMime } = await import("postal-mime");
  try {
    // A mail inside a mail is somebody else's words, so it stays an attachment.
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true });
  } catch {
    return null;
  }
}
