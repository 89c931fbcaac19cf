import type { Range } from "../../model/match.js";

/** Inline code of one segment of text, marks included. UTF-16 offsets into the whole text. */
export function codeSpans(text: string, [start, end]: Range): Range[] {
  const closers = new RunIndex(text, start, end);
  const spans: Range[] = [];
  let at = start;
  while (at < end) {
    const character = text[at];
    if (character === "\\") at += 2;
    else if (character !== "`") at++;
    else {
      const opened = at;
      while (at < end && text[at] === "`") at++;
      const closed = closers.next(at - opened, at);
      if (closed === null) continue;
      spans.push([opened, closed]);
      at = closed;
    }
  }
  return spans;
}

/** The backtick runs of a segment by length, so that no search for a closer walks the text again. */
class RunIndex {
  readonly #startsByLength = new Map<number, number[]>();

  constructor(text: string, start: number, end: number) {
    for (let at = start; at < end; at++) {
      if (text[at] !== "`") continue;
      const opened = at;
      while (at < end && text[at] === "`") at++;
      const length = at - opened;
      const starts = this.#startsByLength.get(length);
      if (starts === undefined) this.#startsByLength.set(length, [opened]);
      else starts.push(opened);
    }
    for (const starts of this.#startsByLength.values()) starts.reverse();
  }

  /** The end of the first run of exactly this length at or after `from`; queries ascend. */
  next(length: number, from: number): number | null {
    const starts = this.#startsByLength.get(length) ?? [];
    let first = starts.at(-1);
    while (first !== undefined && first < from) {
      starts.pop();
      first = starts.at(-1);
    }
    return first === undefined ? null : first + length;
  }
}
