import type { z } from "zod";
import type { StopSignal } from "../../model/signal.js";
import type { View } from "../../store/port.js";
import type { ToolDefinition } from "../definition.js";
import type { ToolOptions } from "../options.js";

/** What the AI SDK's `tool()` takes and gives back, so that `ai` need not be imported here. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: z.ZodType;
  readonly execute: (args: unknown, call?: AiSdkCall) => Promise<object>;
}

export interface AiSdkCall {
  readonly toolCallId?: string;
  readonly abortSignal?: StopSignal | undefined;
}

/** The tools bound to a view, by name, for `generateText({tools})`. */
export function aiSdkTools(
  tools: readonly ToolDefinition[],
  view: View,
  options: Omit<ToolOptions, "toolCallId" | "signal"> = {},
): Record<string, AiSdkTool> {
  return Object.fromEntries(tools.map((tool) => [tool.name, bound(tool, view, options)]));
}

function bound(tool: ToolDefinition, view: View, options: ToolOptions): AiSdkTool {
  return {
    description: tool.description,
    inputSchema: tool.input,
    async execute(args, { toolCallId, abortSignal } = {}) {
      const call = { ...options, toolCallId, signal: abortSignal };
      return (await tool.run(view, args, call)).answer;
    },
  };
}
