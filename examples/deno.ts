// Serves a JSONL file as a log over HTTP, for `httpLog`, `bun.ts` and the Worker beside this file:
//   deno run --allow-read --allow-net examples/deno.ts demo/sample.jsonl 8788
import { serveLog } from "backread/log/http";
import { openJsonlLog } from "backread/log/jsonl";

declare const Deno: {
  readonly args: readonly string[];
  serve(
    options: { readonly hostname: string; readonly port: number },
    handler: (request: Request) => Promise<Response>,
  ): unknown;
};

const [path, port = "8788"] = Deno.args;
if (path === undefined) throw new Error("usage: deno.ts FILE [PORT]");
const log = await openJsonlLog(path);
// Who may read is for you to decide, before `serveLog` is asked: this serves everybody on this machine.
const handle = serveLog(log, { path: "/log", onError: (error) => console.error(error) });
Deno.serve({ hostname: "127.0.0.1", port: Number(port) }, handle);
