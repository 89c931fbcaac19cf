import type { ToolDefinition } from "../definition.js";
import { plainSchema, type JsonSchema } from "../json-schema.js";

export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

/** The tools as the Messages API takes them. */
export function anthropicTools(tools: readonly ToolDefinition[]): AnthropicTool[] {
  return tools.map(({ name, description, input }) => ({
    name,
    description,
    input_schema: plainSchema(input),
  }));
}
