import { UnknownFormatError } from "../model/import-errors.js";
import { RECOGNISE_ROWS } from "./bounds.js";
import { actorIssues, Numbering, type DraftItem } from "./draft.js";
import type { FieldMap } from "./field-map.js";
import { kept, type ImportItem, type IssueItem } from "./item.js";
import { isOwnShape, recognise } from "./known-shapes.js";
import { mapRow, type MappedRow } from "./mapped-row.js";
import { orderBySource, orderByTime } from "./order.js";
import { OwnRows } from "./own-rows.js";
import { rawRows, type RawRow } from "./raw-rows.js";
import type { ByteSource } from "./source.js";

export interface RowsOptions {
  /** Names the source in issues. */
  readonly file?: string;
  /** Where the fields of a message stand; rows of our own shape and of known ones need none. */
  readonly map?: FieldMap;
}

/**
 * JSON Lines, or one JSON array, of one message a row; gzip too. Our own shape keeps its numbers.
 * Mapped rows keep theirs where the map names `sequence` and they ascend; a row whose number does
 * not is numbered one above the row before, and is an issue. Without `sequence` rows are ordered by
 * `at` where that is mapped, and numbered by it in microseconds (all rows are held), else numbered
 * 1, 2, 3 … as they stand. `parent` names a source id, or a source's sequence where no `source_id`
 * is mapped. Errors: `UnknownFormatError` when no map is given and none of the first rows is known.
 */
export async function* readRows(
  source: ByteSource,
  options: RowsOptions = {},
): AsyncGenerator<ImportItem> {
  const file = options.file ?? "rows.jsonl";
  const rows = rawRows({ file, source });
  const first: (RawRow | IssueItem)[] = [];
  try {
    const shape = options.map ?? (await shapeOf(rows, first, file));
    const all = resume(first, rows);
    if (shape === "own") yield* ownItems(all);
    else if (shape !== null) yield* mappedItems(all, shape, file);
    else yield* first.filter((item) => item.type === "issue");
  } finally {
    // Read ahead by hand, so it is closed by hand.
    await rows.return(undefined);
  }
}

/** Reads ahead to a row whose shape is known; null when there is no row at all. */
async function shapeOf(
  rows: AsyncIterator<RawRow | IssueItem>,
  first: (RawRow | IssueItem)[],
  file: string,
): Promise<FieldMap | "own" | null> {
  let count = 0;
  while (count < RECOGNISE_ROWS) {
    const step = await rows.next();
    if (step.done === true) break;
    first.push(step.value);
    if (step.value.type === "issue") continue;
    count++;
    const { value } = step.value;
    const shape = isOwnShape(value) ? "own" : recognise(value);
    if (shape !== null) return shape;
  }
  if (count === 0) return null;
  const reason = "no row has a shape that is known; a field map says where its fields are";
  const understood = ["our own JSONL", "{seq,id,channel,author_id,author,ts,text}", "a field map"];
  throw new UnknownFormatError(`${file}: ${reason}`, { file, reason, understood });
}

async function* resume(
  first: readonly (RawRow | IssueItem)[],
  rows: AsyncGenerator<RawRow | IssueItem>,
): AsyncGenerator<RawRow | IssueItem> {
  yield* first;
  yield* rows;
}

async function* ownItems(rows: AsyncIterable<RawRow | IssueItem>): AsyncGenerator<ImportItem> {
  const own = new OwnRows();
  for await (const row of rows) {
    if (row.type === "issue") yield row;
    else yield* own.take(row);
  }
}

function mappedItems(
  rows: AsyncIterable<RawRow | IssueItem>,
  map: FieldMap,
  file: string,
): AsyncGenerator<ImportItem> {
  if (map.sequence !== undefined) return orderBySequence(rows, map, file);
  const drafts = mappedDrafts(rows, map, file);
  return map.at === undefined ? orderBySource(drafts) : orderByTime(drafts);
}

async function* mappedDrafts(
  rows: AsyncIterable<RawRow | IssueItem>,
  map: FieldMap,
  file: string,
): AsyncGenerator<DraftItem> {
  for await (const item of mappedRows(rows, map, file))
    yield item.type === "issue" ? item : { type: "draft", draft: item.draft };
}

/** Keeps the source's numbers as long as they ascend; holds nothing but ids. */
async function* orderBySequence(
  rows: AsyncIterable<RawRow | IssueItem>,
  map: FieldMap,
  file: string,
): AsyncGenerator<ImportItem> {
  const numbering = new Numbering(-1);
  for await (const item of mappedRows(rows, map, file)) {
    if (item.type === "issue") {
      yield item;
      continue;
    }
    const { draft, sequence } = item;
    if (sequence !== null && sequence <= numbering.last && numbering.hasNext)
      yield kept(
        draft.where,
        "out_of_order",
        "its number does not ascend: numbered after the last",
      );
    yield* numbering.number(draft, sequence ?? 1);
  }
}

/** A map without authors is one remark, not one a row. */
async function* mappedRows(
  rows: AsyncIterable<RawRow | IssueItem>,
  map: FieldMap,
  file: string,
): AsyncGenerator<MappedRow | IssueItem> {
  const hasAuthors = map["author.id"] !== undefined;
  const where = { file, at: 0, unit: "row" } as const;
  if (!hasAuthors) yield kept(where, "empty_author", "the map names no author.id: no row has one");
  for await (const row of rows) {
    if (row.type === "issue") yield row;
    else
      for (const item of mapRow(row, map)) {
        if (hasAuthors && item.type === "mapped") yield* actorIssues(item.draft);
        yield item;
      }
  }
}
