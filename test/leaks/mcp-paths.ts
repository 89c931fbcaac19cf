import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createMcpServer } from "../../dist/tools/mcp/index.js";
import type { Path } from "./paths.js";
import { toolPaths } from "./tool-paths.js";

/** The tools as a client of an MCP server meets them, with all that goes over the wire. */
export const MCP_PATHS: readonly Path[] = toolPaths("mcp", async ({ view }, profile) => {
  const client = new Client({ name: "leaks", version: "1" }, {});
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer({ openTurn: async () => view, profile, facts: true }).connect(far);
  await client.connect(near);
  return {
    call: async (name, args) => {
      const result = await client.callTool({ name, arguments: { ...args } });
      return { failed: result.isError === true, result };
    },
    close: () => client.close(),
  };
});
