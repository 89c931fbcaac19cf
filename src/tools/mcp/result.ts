import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolOutput } from "../definition.js";
import { checkedCounter, type CountTokens } from "../tokens.js";

/** An answer as MCP carries it: as text and, where asked for, as structured content. */
export function toResult({ answer, failed }: ToolOutput, structured: boolean): CallToolResult {
  const text = JSON.stringify(answer);
  return {
    content: [{ type: "text", text }],
    // A failed call need not have the form that the output schema promises.
    ...(structured && !failed ? { structuredContent: { ...answer } } : {}),
    ...(failed ? { isError: true } : {}),
  };
}

/** Counts what MCP carries for an answer of this JSON, every form of it. */
export function resultCounter(count: CountTokens | undefined, structured: boolean): CountTokens {
  const checked = checkedCounter(count);
  return (json) => {
    const content = JSON.stringify({ content: [{ type: "text", text: json }], isError: false });
    return checked(structured ? `${content},"structuredContent":${json}` : content);
  };
}
