import { UnreadableExportError } from "../model/import-errors.js";
import { kept, skipped, stopped, type IssueItem } from "./item.js";
import { BrokenJson, jsonItems, type JsonLimits, type Place } from "./json-stream.js";
import { plainChunks, type ByteSource } from "./source.js";

export interface DocumentValue {
  readonly type: "value";
  readonly place: Place;
  readonly value: unknown;
}

/** A source with its name in issues. */
export interface NamedSource {
  readonly file: string;
  readonly source: ByteSource;
}

/**
 * The values at `paths` of a JSON document (gzip undone), damage as issues: a bad row is skipped, a
 * bad structure stops the file.
 */
export async function* documentValues(
  { file, source }: NamedSource,
  paths: readonly string[],
  limits: JsonLimits = {},
): AsyncGenerator<DocumentValue | IssueItem> {
  try {
    for await (const item of jsonItems(await plainChunks(source, file), paths, limits)) {
      if (item.ok) yield { type: "value", place: item.place, value: item.value };
      else {
        const row = rowIndex(item.place);
        const where = { file, at: row ?? 0, unit: "row" } as const;
        yield (row === null ? kept : skipped)(where, item.code, item.reason);
      }
    }
  } catch (error) {
    if (error instanceof BrokenJson)
      yield stopped({ file, at: error.at, unit: "byte" }, "broken_off", error.message);
    else if (error instanceof UnreadableExportError)
      yield stopped({ file, at: 0, unit: "byte" }, "broken_off", error.data.reason);
    else throw error;
  }
}

/** The index of a row in its array; null for a value that is no row. */
export function rowIndex(place: Place): number | null {
  const last = place.at(-1);
  return typeof last === "number" ? last : null;
}
