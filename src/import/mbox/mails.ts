import { UnreadableExportError } from "../../model/import-errors.js";
import { MAX_LINE_BYTES, MAX_MAIL_BYTES } from "../bounds.js";
import { byteLines, type ByteLine } from "../byte-lines.js";
import type { NamedSource } from "../document.js";
import { skipped, stopped, type IssueItem, type Where } from "../item.js";
import { plainChunks } from "../source.js";

/** A mail's own bytes, lines ended by LF. */
export interface RawMail {
  readonly type: "mail";
  readonly bytes: Uint8Array;
  readonly where: Where;
}

const LF = 0x0a;
const CR = 0x0d;
const DAY = "(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat),?";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const DATE = String.raw`(?:${MONTH} +\d{1,2}|\d{1,2} +${MONTH} +\d{4})`;
const ZONE = String.raw`(?: +[+-]\d{4}| +[A-Z]{1,5})?`;
const SEPARATOR = new RegExp(
  String.raw`^From (?:.* )?${DAY} +${DATE} +\d{1,2}:\d{2}(?::\d{2})?${ZONE}(?: +\d{4})?${ZONE}\s*$`,
);

/** Whether a line parts mails: `From `, a sender and the date as C writes it. */
export function isMailSeparator(line: string): boolean {
  return SEPARATOR.test(line);
}

/**
 * The mails of a mailbox. A separator counts at the front and behind a blank line. What stands before
 * the first, and a mail above the bound, is skipped with an issue.
 */
export async function* mailsOf({ file, source }: NamedSource): AsyncGenerator<RawMail | IssueItem> {
  const box = new Mailbox(file);
  let at = 0;
  try {
    for await (const batch of byteLines(await plainChunks(source, file), MAX_LINE_BYTES))
      for (const line of batch) {
        ({ at } = line);
        yield* box.take(line);
      }
  } catch (error) {
    if (!(error instanceof UnreadableExportError)) throw error;
    yield* box.end();
    yield stopped({ file, at, unit: "byte" }, "broken_off", error.data.reason);
    return;
  }
  yield* box.end();
}

class Mailbox {
  readonly #file: string;
  #where: Where | null = null;
  #parts: Uint8Array[] = [];
  #length = 0;
  #afterBlank = true;
  /** Something that is not blank stands before the first mail. */
  #stray: Where | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  *take(line: ByteLine): Generator<RawMail | IssueItem> {
    const { bytes } = line;
    const where: Where = { file: this.#file, at: line.at, unit: "byte", line: line.number };
    if (bytes === null) this.#addTooLong(where);
    else if (this.#afterBlank && separates(bytes)) {
      yield* this.end();
      this.#where = where;
    } else if (this.#where !== null) this.#add(unescaped(bytes));
    else if (!isBlank(bytes)) this.#stray ??= where;
    this.#afterBlank = bytes !== null && isBlank(bytes);
  }

  *end(): Generator<RawMail | IssueItem> {
    if (this.#stray !== null)
      yield skipped(this.#stray, "unknown_line", "text before the first mail");
    const where = this.#where;
    const tooLong = this.#length > MAX_MAIL_BYTES;
    const bytes = tooLong ? null : joined(this.#parts, this.#length);
    this.#stray = null;
    this.#where = null;
    this.#parts = [];
    this.#length = 0;
    if (where === null) return;
    if (bytes === null) yield skipped(where, "too_large", "the mail is longer than the bound");
    else yield { type: "mail", bytes, where };
  }

  #addTooLong(where: Where): void {
    if (this.#where === null) this.#stray ??= where;
    this.#length = Infinity;
    this.#parts = [];
  }

  #add(bytes: Uint8Array): void {
    this.#length += bytes.length + 1;
    if (this.#length > MAX_MAIL_BYTES) this.#parts = [];
    else this.#parts.push(bytes);
  }
}

/** Each line with an LF behind it. */
function joined(lines: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length).fill(LF);
  let at = 0;
  for (const line of lines) {
    whole.set(line, at);
    at += line.length + 1;
  }
  return whole;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length === 0 || (bytes.length === 1 && bytes[0] === CR);
}

const SEPARATOR_BYTES = 512;
const GREATER = 0x3e;
const FROM = new TextEncoder().encode("From ");

function separates(bytes: Uint8Array): boolean {
  return hasFrom(bytes, 0) && isMailSeparator(front(bytes));
}

/** Without the sign that a `From ` of the text was given, lest it part mails. */
function unescaped(bytes: Uint8Array): Uint8Array {
  let signs = 0;
  while (bytes[signs] === GREATER) signs++;
  return signs > 0 && hasFrom(bytes, signs) ? bytes.subarray(1) : bytes;
}

function hasFrom(bytes: Uint8Array, at: number): boolean {
  return FROM.every((byte, i) => bytes[at + i] === byte);
}

function front(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, SEPARATOR_BYTES));
}
