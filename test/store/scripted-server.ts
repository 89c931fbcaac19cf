import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server does with one request. */
export type Step =
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Breaks the connection. */
  | { readonly drop: true }
  /** Never answers. */
  | { readonly hang: true };

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly json: unknown;
}

export interface ScriptedServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** Errors where a step was not used, or a request came that has none. */
  finish(): Promise<void>;
}

/** What is done with every request, however many there are. */
export type Answering = (request: SeenRequest) => Step;

/**
 * A server on this machine that goes through a script, or answers as long as it is asked, and records
 * what it is asked.
 */
export async function scriptedServer(script: readonly Step[] | Answering): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const left = typeof script === "function" ? [] : [...script];
  let beyond = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (body === null) return;
      const { method = "", url = "", headers } = request;
      const asked = { method, url, headers, json: JSON.parse(body) as unknown };
      seen.push(asked);
      const step = typeof script === "function" ? script(asked) : left.shift();
      if (step === undefined) {
        beyond++;
        response.writeHead(599).end();
      } else if ("drop" in step) request.socket.destroy();
      else if (!("hang" in step)) {
        const { status = 200, json, text = JSON.stringify(json ?? {}), headers } = step;
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    finish: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      if (left.length > 0) throw new Error(`${left.length} steps of the script were not used`);
      if (beyond > 0) throw new Error(`${beyond} requests came after the script was over`);
    },
  };
}

/** Null where whoever asked is gone in the middle of it, killed perhaps. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let body = "";
  try {
    for await (const chunk of request) body += String(chunk);
  } catch {
    return null;
  }
  return body;
}

/** For an answer that comes, on a machine that is busy. */
const PATIENCE_MS = 60_000;
/** For one that does not, which has been asked for by then. */
const SHORT_MS = 3_000;

/** Milliseconds to wait for the answers of these steps: a step that never answers ends every wait. */
export function patienceFor(steps: readonly (Step | undefined)[]): number {
  return steps.some((step) => step !== undefined && "hang" in step) ? SHORT_MS : PATIENCE_MS;
}

/** An answer with one vector a text. */
export function vectors(...embeddings: readonly (readonly unknown[])[]): Step {
  const data = embeddings.map((embedding, index) => ({ object: "embedding", index, embedding }));
  return { json: { object: "list", data, usage: { prompt_tokens: 1, total_tokens: 1 } } };
}
