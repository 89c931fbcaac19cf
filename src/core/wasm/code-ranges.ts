import type { OffsetUnit, Range } from "../../model/match.js";
import { exhausted, type CoreInstance } from "./instance.js";

/** Whether the text may hold a fence or an indented line. */
export function mayHoldBlock(text: string): boolean {
  return (
    text.includes("```") || text.includes("\t") || text.includes("~~~") || text.includes("    ")
  );
}

/** Whether the text may hold code of any kind; most messages do not, and need not cross over. */
export function mayHoldCode(text: string): boolean {
  return text.includes("`") || text.includes("\t") || text.includes("~~~") || text.includes("    ");
}

/** The code of a text: its blocks, and if asked its spans. */
export function findRanges(
  instance: CoreInstance,
  text: string,
  unit: OffsetUnit,
  spans: boolean,
): Range[] {
  const bytes = instance.write(text);
  // Where every character is one byte, the units agree.
  const convert = unit === "utf16" && bytes !== text.length;
  const { exports } = instance;
  const count = exports.findCode(instance.at, bytes, Number(spans), Number(convert));
  if (count < 0) throw exhausted();
  const { words } = instance;
  const first = (exports.ranges.value >>> 0) >>> 2;
  const ranges: Range[] = [];
  for (let i = 0; i < count; i++) {
    const word = first + i * 2;
    ranges.push([words[word] ?? 0, words[word + 1] ?? 0]);
  }
  return ranges;
}
