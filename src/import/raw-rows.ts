import { parseExactJson } from "../model/exact-json.js";
import { UnreadableExportError } from "../model/import-errors.js";
import { documentValues, rowIndex, type NamedSource } from "./document.js";
import { kept, skipped, stopped, type IssueItem, type Where } from "./item.js";
import { lineBatches, type Line } from "./lines.js";
import { peek, plainChunks, type Chunks } from "./source.js";

/** A JSON value of a source that holds one a row. */
export interface RawRow {
  readonly type: "row";
  readonly value: unknown;
  readonly where: Where;
}

const PEEK_BYTES = 512;

/** Rows of JSON Lines or of one JSON array, gzip undone; what is damaged comes as an issue. */
export async function* rawRows({ file, source }: NamedSource): AsyncGenerator<RawRow | IssueItem> {
  const { head, chunks } = await peek(await plainChunks(source, file), PEEK_BYTES);
  const front = new TextDecoder().decode(head).trimStart();
  yield* front.startsWith("[") ? arrayRows({ file, source: chunks }) : lineRows(chunks, file);
}

async function* arrayRows(input: NamedSource): AsyncGenerator<RawRow | IssueItem> {
  for await (const item of documentValues(input, ["*"])) {
    if (item.type === "issue") yield item;
    else {
      const where = { file: input.file, at: rowIndex(item.place) ?? 0, unit: "row" } as const;
      yield { type: "row", value: item.value, where };
    }
  }
}

async function* lineRows(chunks: Chunks, file: string): AsyncGenerator<RawRow | IssueItem> {
  let at = 0;
  try {
    for await (const batch of lineBatches(chunks, file))
      for (const line of batch) {
        at = line.at;
        yield* lineItems(line, file);
      }
  } catch (error) {
    if (!(error instanceof UnreadableExportError)) throw error;
    yield stopped({ file, at, unit: "byte" }, "broken_off", error.data.reason);
  }
}

const BLANK = /^[ \t]*$/;

function* lineItems(line: Line, file: string): Generator<RawRow | IssueItem> {
  const where: Where = { file, at: line.at, unit: "byte", line: line.number };
  if (line.problem === "too_long")
    yield skipped(where, "too_large", "the line is longer than the bound");
  else if (!BLANK.test(line.text)) {
    const value = parse(line.text);
    if (value === undefined) yield skipped(where, "malformed", "the line is not valid JSON");
    else {
      if (line.problem === "invalid_utf8")
        yield kept(where, "invalid_utf8", "bytes that are not UTF-8 read as U+FFFD");
      yield { type: "row", value, where };
    }
  }
}

/** Undefined, which no JSON is, for what is none. */
function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
