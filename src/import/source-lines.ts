import { UnreadableExportError } from "../model/import-errors.js";
import type { NamedSource } from "./document.js";
import { kept, skipped, stopped, type IssueItem, type Where } from "./item.js";
import { lineBatches, type Line } from "./lines.js";
import { plainChunks } from "./source.js";

export interface SourceLine {
  readonly type: "line";
  readonly text: string;
  readonly where: Where;
}

export interface SourceLinesOptions {
  /** Blank lines are lines too. */
  readonly blank?: boolean;
}

/**
 * The lines of a text (gzip undone) that are not blank; damage comes as issues, like
 * `documentValues`.
 */
export async function* sourceLines(
  { file, source }: NamedSource,
  { blank = false }: SourceLinesOptions = {},
): AsyncGenerator<SourceLine | IssueItem> {
  let at = 0;
  try {
    for await (const batch of lineBatches(await plainChunks(source, file), file))
      for (const line of batch) {
        at = line.at;
        if (blank || !BLANK.test(line.text) || line.problem === "too_long")
          yield* lineItems(line, file);
      }
  } catch (error) {
    if (!(error instanceof UnreadableExportError)) throw error;
    yield stopped({ file, at, unit: "byte" }, "broken_off", error.data.reason);
  }
}

const BLANK = /^[ \t]*$/;

function* lineItems(line: Line, file: string): Generator<SourceLine | IssueItem> {
  const { at, text, problem } = line;
  const where: Where = { file, at, unit: "byte", line: line.number };
  if (problem === "too_long")
    yield skipped(where, "too_large", "the line is longer than the bound");
  else {
    if (problem === "invalid_utf8")
      yield kept(where, "invalid_utf8", "bytes that are not UTF-8 read as U+FFFD");
    yield { type: "line", text, where };
  }
}
