/** Characters (code points) between two positions of a well-formed text. */
export function characterCount(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (!isLowSurrogate(text.charCodeAt(at))) count++;
  return count;
}

/** The position `count` characters after `from`, at most the text's end. */
export function advance(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at < text.length; left--)
    at += isLowSurrogate(text.charCodeAt(at + 1)) ? 2 : 1;
  return at;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
