export interface OwnAndQuoted {
  /** The author's own words, blank lines around them left out. */
  readonly own: string;
  /** What is repeated from others, as written. */
  readonly quoted: string;
}

const QUOTE = /^[ \t]{0,3}>/;
/** All below such a line is another mail. */
const FORWARD =
  /^(?:[-_ ]*(?:Original Message|Forwarded message|Original-Nachricht|Ursprüngliche Nachricht|Weitergeleitete Nachricht|Message d'origine|Mensaje original)[-_ ]*|Begin forwarded message:)$/i;
const MAIL_HEAD = /^\*?(?:From|Von|De):\*? /;
const MAIL_DATE = /^\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Fecha):\*? /;
/** Beginnings of a line that says whose words follow; it then names a day or a time. */
const SINCE = /^(?:On|Am|Le|El|Il|Op|Em|Den|W dniu|At|Quoting|\*) .*(?:\d{4}|\d{1,2}:\d{2})/s;
const ADDRESS = /<[^<>\s@]+@[^<>\s@]+>/;
const WROTE =
  /(?:^|\s)(?:wrote|writes|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev|pisze|napisał)(?=[\s:])/;
/** Names a day and an address or a verb, so that it can be nothing but an attribution. */
const STRICT = /^On .*\d{4}.*\bwrote:\s*$/s;
/** Mail programs break the line that says whose words follow. */
const ATTRIBUTION_LINES = 3;
const MAIL_HEAD_LINES = 4;
/** Mail lines end at 998 octets; what is far longer is no attribution. */
const ATTRIBUTION_LENGTH = 3000;

/** Parts a mail's plain text into what its author wrote and what is repeated. */
export function splitQuoted(text: string): OwnAndQuoted {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const own: string[] = [];
  let quoted: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (beginsMail(lines, at)) {
      quoted = quoted.concat(lines.slice(at));
      break;
    }
    const line = lines[at] ?? "";
    if (!QUOTE.test(line)) own.push(line);
    else {
      quoted.push(...takeAttribution(own));
      quoted.push(line);
    }
  }
  return { own: trimBlank(own), quoted: trimBlank(quoted) };
}

/** Removes the line (or its broken parts) that stands last and says whose words follow. */
function takeAttribution(own: string[]): string[] {
  const last = own.at(-1) ?? "";
  const end = own.length - (own.length > 0 && !isLong(last) && isBlank(last) ? 1 : 0);
  for (let size = ATTRIBUTION_LINES; size > 0; size--) {
    const lines = own.slice(Math.max(0, end - size), end);
    // Asked before every quoted line, so what is far too long is not looked at.
    if (lines.length < size || lines.some(isLong) || lines.some(isBlank)) continue;
    const line = lines.join(" ");
    if (isAttribution(line) && (size === 1 || isBroken(line, lines[0] ?? ""))) {
      own.length = end - size;
      return lines;
    }
  }
  return [];
}

function isAttribution(line: string): boolean {
  if (line.length > ATTRIBUTION_LENGTH || !line.trimEnd().endsWith(":")) return false;
  return WROTE.test(line) || ADDRESS.test(line) || SINCE.test(line);
}

/** Whether an attribution begins in its first line, and does not just end in its last. */
function isBroken(whole: string, first: string): boolean {
  return SINCE.test(whole) || (WROTE.test(whole) && ADDRESS.test(first));
}

function isLong(line: string): boolean {
  return line.length > ATTRIBUTION_LENGTH;
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === "";
}

/** Whether all from here on is another mail, with no sign before its lines. */
function beginsMail(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (FORWARD.test(line.trimEnd())) return true;
  if (MAIL_HEAD.test(line))
    return lines.slice(at + 1, at + MAIL_HEAD_LINES).some((next) => MAIL_DATE.test(next));
  if (!line.startsWith("On ")) return false;
  for (let size = 1; size <= ATTRIBUTION_LINES; size++) {
    const text = lines.slice(at, at + size).join(" ");
    if (text.length > ATTRIBUTION_LENGTH) return false;
    if (STRICT.test(text)) return !quoteFollows(lines, at + size);
  }
  return false;
}

function quoteFollows(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from, from + 3).find((line) => line.trim() !== "");
  return next === undefined || QUOTE.test(next);
}

function trimBlank(lines: readonly string[]): string {
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  return first < 0 ? "" : lines.slice(first, last + 1).join("\n");
}
