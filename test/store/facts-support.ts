import { openAiModel } from "../../dist/store/model-port/openai-model.js";
import type { ModelPort } from "../../dist/store/model-port/model-port.js";
import type { FactAnswer } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { patienceFor, scriptedServer, type ScriptedServer, type Step } from "./scripted-server.js";
import { operatorRows } from "./semantic-support.js";

/** An answer of a model, as OpenAI's server wraps it. */
export function completion(content: unknown, more: Readonly<Record<string, unknown>> = {}): Step {
  const message = { role: "assistant", content };
  return { json: { choices: [{ index: 0, finish_reason: "stop", message, ...more }] } };
}

/** An answer that holds these facts. */
export function facts(...texts: readonly string[]): Step {
  return completion(JSON.stringify({ facts: texts.map((text) => ({ text })) }));
}

export const KEY = "sk-not-to-be-shown";

/** What can go wrong with one answer, and what the report says of it. */
export const WRONG: readonly (readonly [name: string, step: Step, outage: string | null])[] = [
  ["no answer", { hang: true }, "timeout"],
  ["a broken connection", { drop: true }, "unreachable"],
  ["an outage", { status: 503 }, "status"],
  ["a wrong key", { status: 401 }, "status"],
  ["a request that it will not take", { status: 400 }, null],
  ["no JSON of a server", { text: "<html>" }, null],
  ["no JSON of a model", completion("Sure! Here are the facts:"), null],
  ["a refusal", completion(null, { message: { refusal: "I cannot" } }), null],
  ["a filter", completion("{}", { finish_reason: "content_filter" }), null],
  ["half an answer", completion('{"facts":[{"te', { finish_reason: "length" }), null],
  ["another schema", completion('{"statements":[]}'), null],
  ["an author", completion('{"facts":[{"text":"x","author":"actor:slack:u2"}]}'), null],
  ["an author of all", completion('{"facts":[],"speaker":"u2"}'), null],
  ["two lines", completion('{"facts":[{"text":"x\\ny"}]}'), null],
];

/** A real client of a server that goes through a script. */
export async function scriptedModel(
  script: readonly Step[],
  model = "tiny",
): Promise<{ readonly server: ScriptedServer; readonly model: ModelPort }> {
  const server = await scriptedServer(script);
  const options = { baseUrl: server.url, apiKey: KEY, model, retries: 0 };
  const clientFor = (step: Step | undefined): ModelPort =>
    openAiModel({ ...options, timeoutMs: patienceFor([step]), sleep: async () => undefined });
  // One question at a time: the next one gets the next step.
  const complete: ModelPort["complete"] = (...asked) =>
    clientFor(script[server.seen.length]).complete(...asked);
  return { server, model: { ...clientFor(undefined), complete } };
}

/** As if the time of a lease, or of a pause, were over; what was given up stays so. */
export function passTime(scope: Scope): Promise<unknown> {
  return operatorRows(
    scope,
    `update backread.fact_queue set not_before = '-infinity'
     where perspective_id = $1 and not_before <> 'infinity'`,
  );
}

/** Each fact as `role author: text`, in no order. */
export function saidOf({ facts: told }: FactAnswer): readonly string[] {
  return told.map(({ role, author, text }) => `${role} ${author?.id ?? "nobody"}: ${text}`).sort();
}
