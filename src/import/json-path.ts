/** Which values of a document are wanted: a path is names, `*` standing for any name or index. */
export type JsonPath = readonly string[];

/**
 * What a value at a place is to the paths: wanted itself, on the way to a wanted one, or neither.
 */
export type Standing = "wanted" | "above" | "aside";

/** Reads `messages.*`; the empty text is the document itself. */
export function parsePath(path: string): JsonPath {
  return path === "" ? [] : path.split(".");
}

/** A place where one path wants the value and another something inside it counts as wanted. */
export function standing(
  paths: readonly JsonPath[],
  place: readonly (string | number)[],
): Standing {
  let above = false;
  for (const path of paths) {
    if (path.length < place.length) continue;
    if (!place.every((name, i) => path[i] === "*" || path[i] === String(name))) continue;
    if (path.length === place.length) return "wanted";
    above = true;
  }
  return above ? "above" : "aside";
}
