import { InvalidArgumentError } from "../model/errors.js";

/** Fields of a message that a map can fill, as a map names them. */
export const MAP_FIELDS = [
  "sequence",
  "chat_id",
  "parent",
  "author.id",
  "author.label",
  "author.type",
  "content",
  "at",
  "source_id",
] as const;

export type MapField = (typeof MAP_FIELDS)[number];

/** Where each field of a message stands in a source's rows; `content` at least. A path is names. */
export type FieldMap = Readonly<Partial<Record<MapField, readonly string[]>>> & {
  readonly content: readonly string[];
};

/**
 * Reads `sequence=seq,author.id=user.id,content=text`: message field = path in the row, names
 * parted by dots. Errors: `InvalidArgumentError` that says which part is wrong and what would be
 * right.
 */
export function parseFieldMap(text: string): FieldMap {
  const map: Partial<Record<MapField, readonly string[]>> = {};
  for (const part of text.split(",")) {
    const [name = "", path, ...rest] = part.split("=").map((side) => side.trim());
    if (path === undefined || rest.length > 0) throw bad(`needs one = in "${part}"`);
    const field = MAP_FIELDS.find((known) => known === name);
    if (field === undefined)
      throw bad(`knows no field "${name}"; there are ${MAP_FIELDS.join(", ")}`);
    if (map[field] !== undefined) throw bad(`maps "${name}" twice`);
    const names = path.split(".");
    if (names.includes("")) throw bad(`has an empty name in "${part}"`);
    map[field] = names;
  }
  const { content } = map;
  if (content === undefined) throw bad("must map content");
  return { ...map, content };
}

function bad(reason: string): InvalidArgumentError {
  return InvalidArgumentError.of("map", reason);
}
