import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Handler = (request: Request) => Promise<Response>;

/** Fetch-style handlers behind real sockets, by the path of their address. */
export class LogServer {
  readonly #server: Server;
  /** What was asked, in order: path and search of each request. */
  readonly asked: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(handlers: Readonly<Record<string, Handler>>): Promise<LogServer> {
    const http = createServer();
    const server = new LogServer(http);
    http.on("request", ({ url = "/", headers }, response) => {
      server.asked.push(url);
      const request = new Request(new URL(url, server.url("/")), {
        headers: { authorization: headers.authorization ?? "" },
      });
      const handle = handlers[new URL(request.url).pathname];
      const answered = handle?.(request) ?? Promise.resolve(new Response(null, { status: 404 }));
      answered.then((answer) => send(answer, response)).catch(() => response.destroy());
    });
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    return server;
  }

  url(path: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${path}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}
