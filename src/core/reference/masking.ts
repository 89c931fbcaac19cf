import type { OffsetUnit, Range } from "../../model/match.js";
import { readBlocks } from "./code-blocks.js";
import { codeSpans } from "./code-spans.js";
import { utf8Length } from "../code-points.js";

/** Fenced and indented code, ascending. */
export function blockRanges(text: string, unit: OffsetUnit): Range[] {
  return inUnit(text, readBlocks(text).code, unit);
}

/** Block and inline code, ascending. */
export function allCodeRanges(text: string, unit: OffsetUnit): Range[] {
  const { code, segments } = readBlocks(text);
  const spans = segments.flatMap((segment) => codeSpans(text, segment));
  const all = [...code, ...spans].sort(([a], [b]) => a - b);
  return inUnit(text, all, unit);
}

function inUnit(text: string, ranges: readonly Range[], unit: OffsetUnit): Range[] {
  if (unit === "utf16") return [...ranges];
  let at = 0;
  let bytes = 0;
  const toBytes = (target: number): number => {
    while (at < target) {
      const point = text.codePointAt(at) ?? 0;
      bytes += utf8Length(point);
      at += point > 0xffff ? 2 : 1;
    }
    return bytes;
  };
  return ranges.map(([start, end]) => [toBytes(start), toBytes(end)]);
}
