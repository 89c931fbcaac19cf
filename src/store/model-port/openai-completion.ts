import { ModelError } from "../../model/store-errors.js";

/**
 * The text of `{choices: [{finish_reason, message: {content, refusal}}]}`. Errors: `ModelError` for
 * an answer that is no such JSON, broke off, or declines.
 */
export function readCompletion(bytes: Uint8Array): string {
  const choices = field(parse(bytes), "choices");
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = field(choice, "message");
  const reason = field(choice, "finish_reason");
  const refusal = field(message, "refusal");
  if (reason === "content_filter" || (typeof refusal === "string" && refusal !== ""))
    throw ModelError.of("refused", "it declined to answer");
  if (reason === "length") throw ModelError.of("truncated", "the answer broke off at its length");
  const content = field(message, "content");
  if (typeof content !== "string") throw malformed("the answer holds no text");
  return content;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw malformed("the answer is no JSON");
  }
}

/** What the value itself holds; an inherited key was not sent. */
function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function malformed(reason: string): ModelError {
  return ModelError.of("malformed", reason);
}
