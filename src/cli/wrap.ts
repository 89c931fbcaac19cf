import { displayWidth, graphemes, graphemeWidth } from "./display-width.js";
import type { Paint } from "./painter.js";

/** A stretch of text in one look. The text must be printable already. */
export interface Span {
  readonly text: string;
  readonly paint?: Paint;
  /** Not to be broken inside, spaces or not. */
  readonly solid?: boolean;
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly paint: Paint | undefined;
  /** A space that a line may end at. */
  readonly gap: boolean;
}

export interface Block {
  readonly columns: number;
  /** Stands before every line but the first. */
  readonly indent: string;
  /** Stands before the first line; the indent unless given. */
  readonly first?: string;
}

/** Columns of text on a line, however deep its indentation. */
const MIN_ROOM = 8;

/** The spans as finished lines no wider than the columns, broken at spaces where there are any. */
export function wrap(spans: readonly Span[], { columns, indent, first = indent }: Block): string[] {
  const room = (before: string): number => Math.max(columns - displayWidth(before), MIN_ROOM);
  const lines = Number.isFinite(columns)
    ? breakCells(spans.flatMap(cellsOf), room(first), room(indent))
    : [spans];
  return lines.map((line, index) => `${index === 0 ? first : indent}${painted(line)}`.trimEnd());
}

function cellsOf({ text, paint, solid = false }: Span): Cell[] {
  return graphemes(text).map((each) => {
    return { text: each, width: graphemeWidth(each), paint, gap: !solid && each === " " };
  });
}

function breakCells(cells: readonly Cell[], firstRoom: number, laterRoom: number): Cell[][] {
  const lines: Cell[][] = [];
  let line: Cell[] = [];
  let width = 0;
  let space = -1;
  for (const cell of cells) {
    const room = lines.length === 0 ? firstRoom : laterRoom;
    if (width + cell.width > room && !cell.gap) {
      // A space at the very start is part of an indentation, no place to break.
      const rest = space <= 0 ? [] : line.splice(space);
      lines.push(line);
      line = rest.slice(1);
      width = line.reduce((sum, each) => sum + each.width, 0);
      space = -1;
    }
    if (cell.gap) space = line.length;
    line.push(cell);
    width += cell.width;
  }
  lines.push(line);
  return lines;
}

/** Neighbours in one look are painted together. */
function painted(line: readonly (Cell | Span)[]): string {
  let out = "";
  for (let start = 0; start < line.length;) {
    const paint = line[start]?.paint;
    let end = start + 1;
    while (end < line.length && line[end]?.paint === paint) end++;
    const text = line.slice(start, end).reduce((sum, each) => sum + each.text, "");
    out += paint === undefined ? text : paint(text);
    start = end;
  }
  return out;
}
