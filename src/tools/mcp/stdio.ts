import type { Transport } from "@modelcontextprotocol/server";
import { connectionServing, serverOver } from "./create-mcp-server.js";
import type { McpToolsOptions } from "./options.js";

export interface McpStdioOptions extends McpToolsOptions {
  /** Instead of the process's own standard input and output. */
  readonly transport?: Transport;
}

export interface McpStdio {
  readonly close: () => Promise<void>;
}

/**
 * Serves the tools to the process at the other end of standard input and output, for as long as that
 * is open. Standard output belongs to the protocol: what else there is to say goes to `onError`.
 */
export async function serveMcpStdio(options: McpStdioOptions): Promise<McpStdio> {
  // Read here alone, so that runtimes without a process can import the rest.
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const { transport, onError } = options;
  const serving = connectionServing(options);
  return serveStdio(() => serverOver(options, serving), {
    ...(transport === undefined ? {} : { transport }),
    ...(onError === undefined ? {} : { onerror: onError }),
  });
}
