import type { ChatEntry } from "./entries.js";
import { withoutLeadingMarks, withoutMarks } from "./marks.js";
import { tellsOfAct } from "./notices.js";

export interface NameSplit {
  readonly name: string;
  /** What stands behind the name, marks included. */
  readonly rest: string;
}

/** Splits at the first colon of the first line; null where there is none. */
export function firstSplit(text: string): NameSplit | null {
  const match = /^([^\n]*?):(?: ([^]*)|(\n[^]*)?)$/.exec(text);
  if (match === null) return null;
  const name = withoutMarks(match[1] ?? "").trim();
  return name === "" ? null : { name, rest: match[2] ?? match[3] ?? "" };
}

/** First halves of names that hold a colon, each with its second half. */
export type ColonNames = ReadonlyMap<string, string>;

/**
 * Names that hold a colon, as far as the file shows them: all that stands under the first half goes
 * on with the second, and the chat is called by the whole name or a notice is about it. Without
 * that a name ends at its first colon, for many people begin their lines in one way.
 */
export function colonNames(entries: readonly ChatEntry[], chatName: string | null): ColonNames {
  const seconds = secondHalves(entries);
  const found = new Map<string, string>();
  const refuted = new Set<string>();
  const proved = new Set<string>();
  for (const { text } of entries) {
    const { name, rest } = firstSplit(text) ?? { name: "", rest: "" };
    const second = seconds.get(name);
    if (second === undefined || second === null) continue;
    const tells = tellsOfAct(rest);
    if (firstSplit(rest)?.name === second) found.set(name, second);
    else if (tells && withoutLeadingMarks(rest).startsWith(`${second} `)) proved.add(name);
    else refuted.add(name);
  }
  return new Map(
    [...found].filter(
      ([name, second]) =>
        !refuted.has(name) && (proved.has(name) || isCalled(chatName, `${name}: ${second}`)),
    ),
  );
}

/** What follows each name up to a second colon: null where that is not one and the same. */
function secondHalves(entries: readonly ChatEntry[]): ReadonlyMap<string, string | null> {
  const seconds = new Map<string, string | null>();
  for (const { text } of entries) {
    const first = firstSplit(text);
    const second = first === null ? null : firstSplit(first.rest);
    if (first === null || second === null || tellsOfAct(second.name)) continue;
    const known = seconds.get(first.name);
    seconds.set(first.name, known === undefined || known === second.name ? second.name : null);
  }
  return seconds;
}

/** File names hold no colons: letters and digits decide. */
function isCalled(chatName: string | null, name: string): boolean {
  return chatName !== null && plain(chatName) === plain(name);
}

function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "");
}
