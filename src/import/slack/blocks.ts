import { field, isRecord, textField, type JsonRecord } from "../fields.js";

/**
 * The texts of layout blocks, in order. Blocks nest in many ways and new kinds come every year, but
 * what is shown stands under `text` in all of them. Nesting is bounded by that of the document.
 */
export function blockTexts(blocks: unknown): string[] {
  if (Array.isArray(blocks)) return blocks.flatMap(blockTexts);
  return isRecord(blocks) ? [...ownText(blocks), ...innerTexts(blocks)] : [];
}

function ownText(block: JsonRecord): string[] {
  const text = textField(block, "text");
  return text === null || text === "" ? [] : [text];
}

function innerTexts(block: JsonRecord): string[] {
  const inner = ["text", "title", "fields", "elements", "accessory"].map((name) =>
    field(block, name),
  );
  return inner.flatMap((value) => (typeof value === "string" ? [] : blockTexts(value)));
}
