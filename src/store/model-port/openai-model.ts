import { InvalidArgumentError } from "../../model/errors.js";
import { ModelError } from "../../model/store-errors.js";
import { clientOf, type OpenAiOptions } from "../openai/client.js";
import { post, type Fault } from "../openai/post.js";
import { checkModel } from "./ask-model.js";
import type { JsonSchema, ModelPort } from "./model-port.js";
import { readCompletion } from "./openai-completion.js";

export interface OpenAiModelOptions extends OpenAiOptions {
  readonly model: string;
  /** Most tokens of an answer, 1 to 32,768. Default 2,048. */
  readonly maxTokens?: number;
}

const TIMEOUT_MS = 60_000;
const MAX_TOKENS = 2_048;
const MOST_TOKENS = 32_768;

/**
 * A model behind an address that speaks the `/chat/completions` of OpenAI, as many servers do, asked
 * for JSON at temperature 0. **Every text that it is asked about is sent there.** No error of it
 * quotes a text or the key. Errors: `InvalidArgumentError`; of `complete`, `ModelError` and the
 * signal's reason.
 */
export function openAiModel(options: OpenAiModelOptions): ModelPort {
  const { model, maxTokens = MAX_TOKENS } = options;
  if (!Number.isInteger(maxTokens) || maxTokens < 1 || maxTokens > MOST_TOKENS)
    throw InvalidArgumentError.of("maxTokens", `must be a whole number from 1 to ${MOST_TOKENS}`);
  const client = clientOf(options, { path: "/chat/completions", timeoutMs: TIMEOUT_MS, fault });
  const complete: ModelPort["complete"] = async ({ system, input, schema, signal }) => {
    const body = {
      model,
      temperature: 0,
      max_tokens: maxTokens,
      messages: [
        { role: "system", content: system },
        { role: "user", content: input },
      ],
      response_format: formatOf(schema),
    };
    return readCompletion(await post(client, JSON.stringify(body), signal));
  };
  const port = Object.freeze({ model, complete });
  checkModel(port, "model");
  return port;
}

function formatOf(schema: JsonSchema | undefined): Readonly<Record<string, unknown>> {
  if (schema === undefined) return { type: "json_object" };
  return { type: "json_schema", json_schema: { ...schema, strict: true } };
}

const fault: Fault = (failure, reason, status) => ModelError.of(failure, reason, status);
