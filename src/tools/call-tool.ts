import type { View } from "../store/port.js";
import { emptyAnswer } from "./answer.js";
import { outputOf, type ToolDefinition, type ToolOutput } from "./definition.js";
import type { ToolOptions } from "./options.js";
import { withoutSpeaker } from "./refuse-speaker.js";

/** A call as a model's API gives it; `arguments` as a value or as JSON text. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** Answers a model's call: an unknown tool and arguments that are no JSON are answers too. */
export async function callTool(
  tools: readonly ToolDefinition[],
  view: View,
  call: ToolCall,
  options: ToolOptions = {},
): Promise<ToolOutput> {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined)
    return outputOf(emptyAnswer("invalid_request", "there is no tool of this name"));
  const given =
    typeof call.arguments === "string" ? parseArguments(call.arguments) : { value: call.arguments };
  const args = "problem" in given ? given : withoutSpeaker(tool.name, given.value, namesOf(tools));
  if ("problem" in args) return outputOf(emptyAnswer("invalid_request", args.problem));
  return tool.run(view, args.value, options);
}

function namesOf(tools: readonly ToolDefinition[]): string[] {
  return tools.map(({ name }) => name);
}

function parseArguments(json: string): { readonly value: unknown } | { readonly problem: string } {
  if (json.trim() === "") return { value: {} };
  try {
    return { value: JSON.parse(json) as unknown };
  } catch {
    return { problem: "the arguments are no JSON" };
  }
}
