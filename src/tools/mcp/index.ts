/** The tools as an MCP server, in memory, over standard input and output, and over HTTP. */
export { createMcpServer } from "./create-mcp-server.js";
export type { McpToolsOptions, OpenTurn } from "./options.js";
export { createMcpHttp, type McpHttp, type McpHttpOptions } from "./http.js";
export { serveMcpStdio, type McpStdio, type McpStdioOptions } from "./stdio.js";
export { MAX_SESSIONS, SESSION_IDLE_MS } from "./sessions.js";
