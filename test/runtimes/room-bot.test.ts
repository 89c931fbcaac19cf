import { once } from "node:events";
import { cpSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text as bodyOf } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { fromRoot } from "../../build/paths.mjs";
import { scriptedModel } from "../../examples/room-bot/scripted-model.mjs";
import type { ModelRequest } from "../../dist/store/index.js";
import type { Consumer, Ended } from "../packed/package.js";
import { install } from "./installation.js";

const RULE = "Mara (mara): Nobody enters while the gauge is below 140 cm.";
const SECRET = "Mara (mara): Between us: the gauge reads 3 cm too much.";
const PRINTED: readonly string[] = [
  "in #quay: alex.2=Alex, alex=Alex, mara=Mara",
  "Ines in #quay: What did Mara say about the gauge?",
  '  search_history {"query":"gauge","speaker":"mara","speaker_only":true}',
  `  keeper: ${RULE}`,
  "Ines in #quay: Which lamp is broken?",
  '  search_history {"query":"lamp broken"}',
  "  keeper: Alex (alex.2): The lamp at the gate is broken again. Alex (alex): I always bring the spare lamp.",
  "Alex in #quay: What did I say about the lamp?",
  '  search_history {"query":"lamp","speaker":"requester","speaker_only":true}',
  "  keeper: Alex (alex): I always bring the spare lamp.",
  "Mara in direct messages with keeper: What do we know about the gauge?",
  '  search_history {"query":"gauge"}',
  `  keeper: ${RULE} ${SECRET}`,
  "Mara in #quay: What do we know about the gauge?",
  '  search_history {"query":"gauge"}',
  `  keeper: ${RULE}`,
  "Mara in direct messages with clerk: What do we know about the gauge?",
  '  search_history {"query":"gauge"}',
  `  clerk: ${RULE}`,
  "fact, stated by Alex (u3): The speaker says: I always bring the spare lamp.",
];

describe("the example of two agents in a chat, beside the installed package", () => {
  let consumer: Consumer;
  beforeAll(async () => {
    consumer = await install();
    cpSync(fromRoot("examples/room-bot"), join(consumer.path, "room-bot"), { recursive: true });
  });
  afterAll(() => consumer.remove());

  const run = (env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    consumer.start(process.execPath, ["room-bot/main.mjs"], {
      OPENAI_BASE_URL: "",
      OPENAI_MODEL: "",
      OPENAI_API_KEY: "",
      ...env,
    });

  it("finds whose words were asked for, and says in no room what was said in another", async () => {
    const { status, stdout, stderr } = await run();
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n")).toEqual(PRINTED);
  });

  it("says the same with a model behind an address", async () => {
    const { url, seen } = await serveModel();
    const ended = await run({ OPENAI_BASE_URL: url, OPENAI_MODEL: "m", OPENAI_API_KEY: "key" });
    expect({ ...ended, stdout: ended.stdout.trimEnd().split("\n") }).toEqual({
      status: 0,
      stdout: PRINTED,
      stderr: "",
    });
    expect(seen.length).toBeGreaterThan(0);
    // No model is ever told whose account somebody is.
    expect(seen.join("\n")).not.toMatch(/actor:/u);
  });
});

interface Asked {
  readonly messages: readonly [{ readonly content: string }, { readonly content: string }];
  readonly response_format: { readonly json_schema?: ModelRequest["schema"] };
}

/** The script of the example, behind the form of OpenAI's completions. */
async function serveModel(): Promise<{ readonly url: string; readonly seen: readonly string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      seen.push(body);
      const { messages, response_format } = JSON.parse(body) as Asked;
      const [{ content: system }, { content: input }] = messages;
      const content = await scriptedModel.complete({
        system,
        input,
        schema: response_format.json_schema,
      });
      const message = { role: "assistant", content };
      const choices = [{ index: 0, finish_reason: "stop", message }];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices }));
    });
  });
  await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen };
}

async function listen(server: Server): Promise<void> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}
