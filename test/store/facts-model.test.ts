import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../../dist/model/errors.js";
import { ModelError } from "../../dist/model/store-errors.js";
import { readFactTexts } from "../../dist/store/facts/fact-answer.js";
import { askModel } from "../../dist/store/model-port/ask-model.js";
import { openAiModel } from "../../dist/store/model-port/openai-model.js";
import { completion, KEY } from "./facts-support.js";
import { patienceFor, scriptedServer, type Step } from "./scripted-server.js";

const TEXT = "a text that nobody else may see";
const ASKED = { system: "list facts", input: TEXT };

async function ask(script: readonly Step[], retries = 0) {
  const server = await scriptedServer(script);
  const slept: number[] = [];
  const model = openAiModel({
    baseUrl: server.url,
    apiKey: KEY,
    model: "tiny",
    retries,
    timeoutMs: patienceFor(script),
    sleep: async (ms) => void slept.push(ms),
  });
  const answer: unknown = await model.complete(ASKED).catch((error: unknown) => error);
  await server.finish();
  return { answer, slept, seen: server.seen };
}

describe("a model over HTTP", () => {
  it("asks for JSON at temperature 0, with the schema where there is one", async () => {
    const schema = { name: "facts", schema: { type: "object" } };
    const server = await scriptedServer([completion("one"), completion("two")]);
    const model = openAiModel({ baseUrl: server.url, apiKey: KEY, model: "tiny" });
    expect(await model.complete(ASKED)).toBe("one");
    expect(await model.complete({ ...ASKED, schema })).toBe("two");
    await server.finish();
    expect(server.seen[0]).toMatchObject({ method: "POST", url: "/v1/chat/completions" });
    expect(server.seen[0]?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(server.seen[0]?.json).toEqual({
      model: "tiny",
      temperature: 0,
      max_tokens: 2048,
      messages: [
        { role: "system", content: "list facts" },
        { role: "user", content: TEXT },
      ],
      response_format: { type: "json_object" },
    });
    expect(server.seen[1]?.json).toMatchObject({
      response_format: { type: "json_schema", json_schema: { ...schema, strict: true } },
    });
  });

  it.each<[Step, string]>([
    [{ hang: true }, "timeout"],
    [{ drop: true }, "unreachable"],
    [{ status: 503, text: TEXT }, "status"],
    [{ status: 401, text: TEXT + KEY }, "status"],
    [{ status: 413, text: TEXT }, "refused"],
    [{ text: TEXT }, "malformed"],
    [{ json: { choices: [] } }, "malformed"],
    [completion(null), "malformed"],
    [completion(TEXT, { finish_reason: "length" }), "truncated"],
    [completion(TEXT, { finish_reason: "content_filter" }), "refused"],
    [completion(null, { message: { refusal: TEXT } }), "refused"],
  ])("tells %j as %s, and quotes nothing", async (step, failure) => {
    const { answer } = await ask([step]);
    expect(answer).toBeInstanceOf(ModelError);
    const error = answer as ModelError;
    expect(error.data.failure).toBe(failure);
    const shown = JSON.stringify(error) + String(error.stack) + String(error);
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain(TEXT);
  });

  it("asks again after an outage, later each time, and not after a refusal", async () => {
    const outage = [{ status: 503 }, { status: 429 }, completion("there")];
    expect(await ask(outage, 2)).toMatchObject({ answer: "there", slept: [250, 500] });
    const { seen } = await ask([{ status: 400 }], 2);
    expect(seen).toHaveLength(1);
  });

  it("is over when the time is, even where a model takes no notice", async () => {
    const deaf = { model: "deaf", complete: () => new Promise<string>(() => undefined) };
    await expect(askModel(deaf, ASKED, { timeoutMs: 20 })).rejects.toMatchObject({
      data: { failure: "timeout" },
    });
  });

  it("may throw before it promises anything, and leaves no rejection that nobody hears", async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown): number => unheard.push(reason);
    process.on("unhandledRejection", hear);
    const rude = {
      model: "rude",
      complete: () => {
        throw new Error("at once");
      },
    };
    try {
      await expect(askModel(rude, ASKED, { timeoutMs: 1_000 })).rejects.toThrow("at once");
      // Rejections that nobody has heard by then are told of.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off("unhandledRejection", hear);
    }
    expect(unheard).toEqual([]);
  });

  it("refuses a key that no header can carry, without showing it", () => {
    const make = () => openAiModel({ baseUrl: "http://a", apiKey: `${KEY}\n`, model: "m" });
    expect(make).toThrow(InvalidArgumentError);
    expect(make).not.toThrow(KEY);
  });
});

describe("an answer with facts", () => {
  it("is a closed list of single lines, each text once", () => {
    expect(readFactTexts('{"facts":[{"text":" a "},{"text":"b"},{"text":"a"}]}')).toEqual([
      "a",
      "b",
    ]);
    expect(readFactTexts('{"facts":[]}')).toEqual([]);
  });

  it.each([
    "",
    "[]",
    "null",
    "{}",
    '{"facts":{}}',
    '{"facts":["a"]}',
    '{"facts":[{"text":1}]}',
    '{"facts":[{"text":" "}]}',
    '{"facts":[{"text":"a\\u2028b"}]}',
    '{"facts":[{"text":"a\\u0000"}]}',
    '{"facts":[{"text":"\\ud800"}]}',
    '{"facts":[{"text":"a","author_actor_id":"actor:slack:u2"}]}',
    '{"facts":[{"text":"a","__proto__":{"author":"u2"}}]}',
    '{"facts":[],"author":"u2"}',
    JSON.stringify({ facts: [{ text: "x".repeat(501) }] }),
    JSON.stringify({ facts: Array.from({ length: 21 }, (_, n) => ({ text: `${n}` })) }),
  ])("is not %s", (answer) => {
    expect(() => readFactTexts(answer)).toThrow(ModelError);
  });
});
