import { labelKey } from "../label/normal-label.js";

/** Characters of a handle, and of what a label gives it. */
export const MAX_HANDLE_LENGTH = 32;
export const MAX_HANDLE_BASE = 24;
/** A base where a label gives none, or a reserved word. */
export const GUEST_HANDLE = "guest";

/** Words that a tool's arguments, or a sentence, mean something else by. */
export const RESERVED_HANDLES: readonly string[] = [
  "anyone",
  "requester",
  "you",
  "assistant",
  "user",
];

const GRAMMAR = /^[a-z][a-z0-9_]*(?:\.[0-9]+)?$/;
const JOINTS = /[\s\-_.]+/gu;
const FOREIGN = /[^a-z0-9_]/gu;
const RUN = /_+/gu;
const NOT_FIRST = /^[0-9_]+/u;

export function isHandle(text: string): boolean {
  return text.length <= MAX_HANDLE_LENGTH && GRAMMAR.test(text) && !RESERVED_HANDLES.includes(text);
}

/** What a label gives to a handle: ASCII, at most `MAX_HANDLE_BASE` characters, never reserved. */
export function handleBase(label: string): string {
  const joined = labelKey(label).replace(JOINTS, "_").replace(FOREIGN, "").replace(RUN, "_");
  const base = joined.replace(NOT_FIRST, "").slice(0, MAX_HANDLE_BASE);
  return base === "" || RESERVED_HANDLES.includes(base) ? GUEST_HANDLE : base;
}

/** The first handle has the base alone, the second `.2`; the base gives way where it is too long. */
export function rankedHandle(base: string, rank: number): string {
  if (rank === 1) return base;
  const suffix = `.${rank}`;
  return base.slice(0, MAX_HANDLE_LENGTH - suffix.length) + suffix;
}

/** The handle of the lowest rank that nobody has. */
export function freeHandle(base: string, taken: ReadonlySet<string>): string {
  let rank = 1;
  while (taken.has(rankedHandle(base, rank))) rank++;
  return rankedHandle(base, rank);
}
