import { safeInteger } from "../safe-integer.js";
import { parseArray } from "./array.js";
import { parseTime } from "./time.js";

export type Parser = (text: string) => unknown;

/** Types whose text is turned into something else, by the number that PostgreSQL has for them. */
const SCALARS: readonly (readonly [oid: number, arrayOid: number, parse: Parser])[] = [
  [16, 1000, (text) => text === "t"],
  [17, 1001, parseBytes],
  [20, 1016, safeInteger],
  [21, 1005, Number],
  [23, 1007, Number],
  [26, 1028, Number],
  [700, 1021, Number],
  [701, 1022, Number],
  [114, 199, (text) => JSON.parse(text) as unknown],
  [3802, 3807, (text) => JSON.parse(text) as unknown],
  [1082, 1182, (text) => text],
  [1114, 1115, parseTime],
  [1184, 1185, parseTime],
];

/** Types that stay text, and whose arrays become arrays of it: name, text, bpchar, varchar, … */
const TEXT_ARRAYS: readonly number[] = [
  1003, 1009, 1014, 1015, 1041, 1183, 1187, 1231, 2951, 3643, 3735,
];

const asText: Parser = (text) => text;

export const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  ...SCALARS.flatMap(([oid, arrayOid, parse]): readonly (readonly [number, Parser])[] => [
    [oid, parse],
    [arrayOid, (text) => parseArray(text, parse)],
  ]),
  ...TEXT_ARRAYS.map((oid): readonly [number, Parser] => [oid, (text) => parseArray(text, asText)]),
]);

/** What a column of this type is read by; text where nothing is known of it. */
export function parserOf(oid: number): Parser {
  return PARSERS.get(oid) ?? asText;
}

/** `\\x00ff`; ten million of them come at once at times. */
function parseBytes(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length - 2) / 2);
  for (let at = 0, from = 2; at < bytes.length; at++, from += 2)
    bytes[at] = (digit(text.charCodeAt(from)) << 4) | digit(text.charCodeAt(from + 1));
  return bytes;
}

/** Of a lower-case hexadecimal digit. */
function digit(unit: number): number {
  return unit < 0x3a ? unit - 0x30 : unit - 0x57;
}
