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
  const bodyAt = bodyStart(bytes);
  const head = await parse(bytes.subarray(0, bodyAt));
  if (head === null || head.headers.length === 0) return null;
  const headers = firstOfEach(head);
  const plain = plainText(headers, bytes.subarray(bodyAt));
  if (plain !== null) return { email: head, headers, text: plain, attachments: [] };
  const email = await parse(bytes);
  if (email === null) return null;
  const text = email.text ?? (email.html === undefined ? "" : htmlText(email.html));
  const attachments = email.attachments.map(({ filename, mimeType }) => filename ?? mimeType);
  return { email, headers, text: text.replaceAll("\r\n", "\n"), attachments };
}

function firstOfEach({ headers }: Email): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { key, value } of headers) if (!first.has(key)) first.set(key, value);
  return first;
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

const LF = 0x0a;
const CR = 0x0d;

/** Behind the first blank line; the end where there is none. */
function bodyStart(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(LF, at);
    if (end < 0) break;
    if (end === at || (end === at + 1 && bytes[at] === CR)) return end + 1;
    at = end + 1;
  }
  return bytes.length;
}

const PLAIN =
  /^\s*text\/plain\s*(?:;\s*charset\s*=\s*"?([\w.:-]+)"?\s*)?(?:;\s*format\s*=\s*"?fixed"?\s*)?$/i;
const AS_IS = /^\s*(?:7bit|8bit|binary)\s*$/i;

/**
 * The body of a mail that is nothing but text as it stands, which most are: the parser takes
 * milliseconds for each, a line at a time. Null for any other.
 */
function plainText(headers: ReadonlyMap<string, string>, body: Uint8Array): string | null {
  const type = PLAIN.exec(headers.get("content-type") ?? "text/plain");
  const encoding = headers.get("content-transfer-encoding") ?? "7bit";
  if (type === null || !AS_IS.test(encoding) || headers.has("content-disposition")) return null;
  try {
    return new TextDecoder(type[1] ?? "utf-8").decode(body).replaceAll("\r\n", "\n");
  } catch {
    // No charset that is known here.
    return null;
  }
}
