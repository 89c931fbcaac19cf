import type { ToolDefinition } from "../definition.js";
import { plainSchema, strictSchema, type JsonSchema } from "../json-schema.js";

export interface OpenAiFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly strict: boolean;
}

export interface OpenAiToolOptions {
  /** Every argument required and nullable, as strict calling asks for; true when absent. */
  readonly strict?: boolean;
}

/** The tools as Chat Completions take them. */
export function openAiChatTools(
  tools: readonly ToolDefinition[],
  options?: OpenAiToolOptions,
): { readonly type: "function"; readonly function: OpenAiFunction }[] {
  return tools.map((tool) => ({ type: "function", function: functionOf(tool, options) }));
}

/** The tools as the Responses API takes them. */
export function openAiResponsesTools(
  tools: readonly ToolDefinition[],
  options?: OpenAiToolOptions,
): ({ readonly type: "function" } & OpenAiFunction)[] {
  return tools.map((tool) =>
    Object.assign({ type: "function" as const }, functionOf(tool, options)),
  );
}

function functionOf(
  { name, description, input }: ToolDefinition,
  { strict = true }: OpenAiToolOptions = {},
): OpenAiFunction {
  const parameters = strict ? strictSchema(input) : plainSchema(input);
  return { name, description, parameters, strict };
}
