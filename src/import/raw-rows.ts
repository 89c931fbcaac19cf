import { parseExactJson } from "../model/exact-json.js";
import { documentValues, rowIndex, type NamedSource } from "./document.js";
import { skipped, type IssueItem, type Where } from "./item.js";
import { peek, plainChunks } from "./source.js";
import { sourceLines } from "./source-lines.js";

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
  const read = front.startsWith("[") ? arrayRows : lineRows;
  yield* read({ file, source: chunks });
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

async function* lineRows(input: NamedSource): AsyncGenerator<RawRow | IssueItem> {
  for await (const item of sourceLines(input)) {
    const value = item.type === "line" ? parse(item.text) : undefined;
    if (item.type === "issue") yield item;
    else if (value === undefined)
      yield skipped(item.where, "malformed", "the line is not valid JSON");
    else yield { type: "row", value, where: item.where };
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
