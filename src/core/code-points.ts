const REPLACEMENT = 0xfffd;

/** The text's code points; a lone surrogate is U+FFFD, one for one. */
export function codePoints(text: string): number[] {
  const points: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? REPLACEMENT;
    points.push(isSurrogate(point) ? REPLACEMENT : point);
  }
  return points;
}

/** Number of code points. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 1; i < text.length; i++) {
    const low = (text.charCodeAt(i) & 0xfc00) === 0xdc00;
    if (low && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) length--;
  }
  return length;
}

/** Bytes of one code point in UTF-8. */
export function utf8Length(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** Bytes of the text in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const point of codePoints(text)) bytes += utf8Length(point);
  return bytes;
}

function isSurrogate(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff;
}
