import { isRecord } from "./fields.js";
import { parseFieldMap, type FieldMap } from "./field-map.js";

/** A shape of row that is recognised without a map. */
interface KnownShape {
  readonly needs: readonly string[];
  readonly map: string;
  /** Mapped where the first row has the name. */
  readonly optional: readonly (readonly [name: string, map: string])[];
}

const SHAPES: readonly KnownShape[] = [
  {
    needs: ["seq", "channel", "author_id", "author", "text"],
    // Only bots are marked: a row without the mark is a person's.
    map: "sequence=seq,chat_id=channel,author.id=author_id,author.label=author,author.type=bot,content=text",
    optional: [
      ["id", "source_id=id"],
      ["ts", "at=ts"],
    ],
  },
  {
    // `messages.json` of the package that Discord gives out; its author is whoever asked for it.
    needs: ["ID", "Contents"],
    map: "source_id=ID,content=Contents",
    optional: [["Timestamp", "at=Timestamp"]],
  },
];

/** The map of a row in a shape that is known; null for any other. */
export function recognise(row: unknown): FieldMap | null {
  if (!isRecord(row)) return null;
  const shape = SHAPES.find(({ needs }) => needs.every((name) => Object.hasOwn(row, name)));
  if (shape === undefined) return null;
  const optional = shape.optional.filter(([name]) => Object.hasOwn(row, name));
  return parseFieldMap([shape.map, ...optional.map(([, part]) => part)].join(","));
}

/** Whether a row is of our own shape. */
export function isOwnShape(row: unknown): boolean {
  return (
    isRecord(row) && ["sequence", "author", "content"].every((name) => Object.hasOwn(row, name))
  );
}
