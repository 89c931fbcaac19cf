import { describe, expect, it } from "vitest";
import { EmbedderError } from "../../dist/model/store-errors.js";
import { InvalidArgumentError } from "../../dist/model/errors.js";
import { openAiEmbedder, type OpenAiEmbedderOptions } from "../../dist/store/embedder/openai.js";
import {
  patienceFor,
  scriptedServer,
  vectors,
  type ScriptedServer,
  type Step,
} from "./scripted-server.js";

const KEY = "sk-not-to-be-shown";
const TEXT = "a text that nobody else may see";

interface Scripted {
  readonly server: ScriptedServer;
  readonly slept: number[];
  readonly embed: (
    texts: readonly string[],
    signal?: AbortSignal,
  ) => Promise<readonly Float32Array[]>;
}

async function scripted(
  script: readonly Step[],
  more: Partial<OpenAiEmbedderOptions> = {},
): Promise<Scripted> {
  const server = await scriptedServer(script);
  const slept: number[] = [];
  const embedder = openAiEmbedder({
    baseUrl: server.url,
    apiKey: KEY,
    model: "tiny",
    ownDimensions: 2,
    sleep: async (ms) => void slept.push(ms),
    timeoutMs: patienceFor(script),
    ...more,
  });
  return { server, slept, embed: (texts, signal) => embedder.embed(texts, { signal }) };
}

/** What a call ends with; its every text must hold neither the key nor what was embedded. */
async function failureOf(call: Promise<unknown>): Promise<EmbedderError["data"]> {
  const error: unknown = await call.then(
    () => new Error("it did not fail"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EmbedderError);
  const shown = JSON.stringify(error) + String((error as Error).stack) + String(error);
  expect(shown).not.toContain(KEY);
  expect(shown).not.toContain(TEXT);
  return (error as EmbedderError).data;
}

describe("the embedder over HTTP", () => {
  it("sends texts as they are, asks for floats, and puts answers in the order of the texts", async () => {
    const backwards = [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0.5] },
    ];
    const { server, embed } = await scripted([{ json: { data: backwards } }]);
    expect(await embed([TEXT, "other"])).toEqual([
      Float32Array.from([1, 0.5]),
      Float32Array.from([0, 1]),
    ]);
    const [request] = server.seen;
    expect(request).toMatchObject({
      method: "POST",
      url: "/v1/embeddings",
      json: { model: "tiny", encoding_format: "float", input: [TEXT, "other"] },
    });
    expect(request?.json).not.toHaveProperty("dimensions");
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
    await server.finish();
  });

  it("asks for a length only where one is given, and for nothing where no text is", async () => {
    const { server, embed } = await scripted([vectors([1, 2, 3])], { dimensions: 3 });
    expect(await embed([])).toEqual([]);
    await embed(["a"]);
    expect(server.seen.map(({ json }) => json)).toMatchObject([{ dimensions: 3 }]);
    await server.finish();
  });

  it("waits as long as it is told after a 429, and twice as long after each failure", async () => {
    const { server, slept, embed } = await scripted(
      [
        { status: 429, headers: { "retry-after": "3" } },
        { status: 503 },
        { drop: true },
        { status: 500, headers: { "retry-after": "9999" } },
        vectors([1, 2]),
      ],
      { retries: 4 },
    );
    expect(await embed(["a"])).toHaveLength(1);
    expect(slept).toEqual([3_000, 500, 1_000, 20_000]);
    await server.finish();
  });

  it("gives up after the last try", async () => {
    const { server, slept, embed } = await scripted(
      [{ status: 500 }, { status: 500 }, { status: 502, text: `${TEXT} ${KEY}` }],
      { retries: 2 },
    );
    expect(await failureOf(embed([TEXT]))).toMatchObject({ failure: "status", status: 502 });
    expect(slept).toEqual([250, 500]);
    await server.finish();
  });

  it.each([
    [400, "refused"],
    [413, "refused"],
    [401, "status"],
    [404, "status"],
    [307, "status"],
  ] as const)("does not ask again after %i", async (status, failure) => {
    const headers = { location: "http://127.0.0.1:1/" };
    const { server, embed } = await scripted([{ status, headers, text: `${TEXT} ${KEY}` }]);
    expect(await failureOf(embed([TEXT]))).toMatchObject({ failure, status });
    await server.finish();
  });

  it.each<[string, Step]>([
    ["fewer vectors than texts", vectors()],
    ["more vectors than texts", vectors([1, 2], [3, 4])],
    ["another length", vectors([1, 2, 3])],
    ["null for a number", vectors([1, null])],
    ["a number beyond 32 bits", vectors([1, 1e300])],
    ["text for a vector", { json: { data: [{ index: 0, embedding: "AACAPw==" }] } }],
    ["an index that no text has", { json: { data: [{ index: 1, embedding: [1, 2] }] } }],
    ["no list", { json: { data: { 0: [1, 2] } } }],
    ["no JSON", { text: "<html>" }],
  ])("refuses an answer with %s", async (_, step) => {
    const { server, embed } = await scripted([step]);
    expect(await failureOf(embed([TEXT]))).toMatchObject({ failure: "malformed" });
    await server.finish();
  });

  it("refuses two vectors for one text and none for another", async () => {
    const twice = { data: [0, 0].map((index) => ({ index, embedding: [1, 2] })) };
    const { server, embed } = await scripted([{ json: twice }]);
    expect(await failureOf(embed([TEXT, "b"]))).toMatchObject({ failure: "malformed" });
    await server.finish();
  });

  it("gives up a server that does not answer in time", async () => {
    const { server, embed } = await scripted([{ hang: true }], { retries: 0 });
    expect(await failureOf(embed([TEXT]))).toMatchObject({ failure: "timeout" });
    await server.finish();
  });

  it("stops when its signal fires: during an exchange, during a pause, and before both", async () => {
    const reason = new Error("enough");
    const waiting = new AbortController();
    const { server, embed } = await scripted([{ hang: true }], { timeoutMs: 60_000 });
    const call = embed([TEXT], waiting.signal);
    call.catch(() => undefined);
    await expect.poll(() => server.seen.length).toBe(1);
    waiting.abort(reason);
    await expect(call).rejects.toBe(reason);
    await expect(embed([TEXT], waiting.signal)).rejects.toBe(reason);
    expect(server.seen).toHaveLength(1);
    await server.finish();

    const pausing = new AbortController();
    const paused = await scripted([{ status: 429 }], {
      sleep: () => {
        pausing.abort(reason);
        return new Promise(() => {});
      },
    });
    await expect(paused.embed([TEXT], pausing.signal)).rejects.toBe(reason);
    await paused.server.finish();
  });

  it("tells of a broken connection by its code alone", async () => {
    const embedder = openAiEmbedder({
      baseUrl: "https://embeddings.invalid",
      apiKey: KEY,
      model: "tiny",
      ownDimensions: 2,
      retries: 0,
      fetch: async () => {
        throw new TypeError(`fetch ${KEY} failed`, {
          cause: Object.assign(new Error(TEXT), { code: "ECONNREFUSED" }),
        });
      },
    });
    const failure = await failureOf(embedder.embed([TEXT], {}));
    expect(failure).toEqual({
      failure: "unreachable",
      status: null,
      reason: "the connection failed: ECONNREFUSED",
    });
  });

  it("keeps what stands in the address before and after its path", async () => {
    const asked: string[] = [];
    const embedder = openAiEmbedder({
      baseUrl: "https://host.invalid/deployments/x/?api-version=1#top",
      model: "text-embedding-3-small",
      retries: 0,
      fetch: async (url, { headers }) => {
        asked.push(url, headers.authorization ?? "no key");
        return new Response(null, { status: 404 });
      },
    });
    expect(embedder.dimensions).toBe(1_536);
    await failureOf(embedder.embed([TEXT], {}));
    const url = "https://host.invalid/deployments/x/embeddings?api-version=1";
    expect(asked).toEqual([url, "no key"]);
  });

  it.each<[string, Partial<OpenAiEmbedderOptions>]>([
    ["no address", { baseUrl: "nowhere" }],
    ["another protocol", { baseUrl: "ftp://host.invalid" }],
    ["a password in the address", { baseUrl: "https://u:p@host.invalid" }],
    ["a key that no header carries", { apiKey: `${KEY}\n` }],
    ["an empty key", { apiKey: "" }],
    ["a model without a known length", { model: "unheard-of" }],
    ["an empty model", { model: "", ownDimensions: 2 }],
    ["a length that is none", { dimensions: 0 }],
    ["too many tries", { retries: 11 }],
    ["no time", { timeoutMs: 0 }],
    ["a cosine of one", { unrelated: 1_000 }],
  ])("refuses %s", (_, options) => {
    const given = { baseUrl: "https://host.invalid", model: "text-embedding-3-small", ...options };
    let error: unknown;
    try {
      openAiEmbedder(given);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(JSON.stringify(error)).not.toContain(KEY);
  });
});
