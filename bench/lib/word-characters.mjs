// What the engine itself calls a word character, looked up once for every code point.

const WORD = /[\p{Alphabetic}\p{N}]/u;

/** One byte for each code point: 1 for Alphabetic or a number. */
export const wordCharacters = new Uint8Array(0x110000);
for (let point = 0; point < wordCharacters.length; point++)
  if ((point < 0xd800 || point > 0xdfff) && WORD.test(String.fromCodePoint(point)))
    wordCharacters[point] = 1;
