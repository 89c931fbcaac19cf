import { field, isRecord, nonEmpty, textField, type JsonRecord } from "../fields.js";

/** A run of blocks that makes one row. */
export interface Part {
  /** Of the run's first block. */
  readonly index: number;
  /** `text` for what was said. */
  readonly kind: string;
  readonly label: string | null;
  readonly text: string;
}

/** The parts of a message's content; texts that stand together are one. Empty ones are left out. */
export function blockParts(content: unknown): Part[] {
  if (typeof content === "string") return part(0, "text", content);
  if (!Array.isArray(content)) return [];
  const parts: Part[] = [];
  for (const [index, block] of content.entries())
    for (const next of partOf(block, index)) {
      const last = parts.at(-1);
      if (last?.kind === "text" && next.kind === "text")
        parts[parts.length - 1] = { ...last, text: `${last.text}\n${next.text}` };
      else parts.push(next);
    }
  return parts;
}

function part(index: number, kind: string, text: string, label: string | null = null): Part[] {
  return text === "" ? [] : [{ index, kind, label, text }];
}

function partOf(block: unknown, index: number): Part[] {
  if (typeof block === "string") return part(index, "text", block);
  const record = isRecord(block) ? block : {};
  const type = nonEmpty(record, "type") ?? "unknown";
  switch (type) {
    case "text":
      return part(index, "text", textField(record, "text") ?? "");
    case "thinking":
      return part(index, "thinking", textField(record, "thinking") ?? "");
    case "redacted_thinking":
      return part(index, "thinking", "[redacted thinking]");
    case "tool_use":
    case "server_tool_use":
      return toolUse(record, index);
    case "image":
    case "document":
      return part(index, "text", `[${type}]`);
    default:
      // Every result of a tool is named so, whatever the tool.
      return type.endsWith("tool_result")
        ? part(index, "tool_result", resultText(field(record, "content")))
        : part(index, type, `[${type}]`);
  }
}

function toolUse(block: JsonRecord, index: number): Part[] {
  const name = nonEmpty(block, "name") ?? "tool";
  const input = field(block, "input");
  const given = input === undefined ? "" : ` ${jsonText(input)}`;
  return part(index, "tool_use", `${name}${given}`, name);
}

/** Nesting that no stack holds is marked. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "[too deeply nested]";
  }
}

function resultText(content: unknown): string {
  if (!Array.isArray(content)) return blockText(content);
  return content
    .map(blockText)
    .filter((text) => text !== "")
    .join("\n");
}

function blockText(block: unknown): string {
  if (typeof block === "string") return block;
  if (!isRecord(block)) return "";
  return textField(block, "text") ?? `[${nonEmpty(block, "type") ?? "block"}]`;
}
