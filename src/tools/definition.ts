import type { z } from "zod";
import type { View } from "../store/port.js";
import type { ToolAnswer, ToolStatus } from "./answer.js";
import type { ToolOptions } from "./options.js";

/** One tool, from which the forms of every API are made. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The arguments; none says whose transcript it is or who reads. */
  readonly input: z.ZodType;
  /** The answer; open to new fields. */
  readonly output: z.ZodType;
  /** Answers whatever the arguments are; rejects on an abort and on misuse of the options alone. */
  run(view: View, args: unknown, options?: ToolOptions): Promise<ToolOutput>;
}

/** JSON-ready. `failed` calls show no row. */
export interface ToolOutput {
  readonly answer: object;
  readonly failed: boolean;
}

export function outputOf(answer: ToolAnswer): ToolOutput {
  return { answer, failed: isFailure(answer.status) };
}

/** Whether a caller should take such an answer for a failed call; an empty one is none. */
export function isFailure(status: ToolStatus): boolean {
  return status === "invalid_request" || status === "unavailable";
}
