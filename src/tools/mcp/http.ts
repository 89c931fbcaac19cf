import {
  createMcpHandler,
  type AuthInfo,
  type McpHandlerRequestOptions,
} from "@modelcontextprotocol/server";
import { serverOver } from "./create-mcp-server.js";
import type { McpToolsOptions } from "./options.js";
import { openSession, servingRequests, servingSessions, type Serving } from "./session.js";
import { TurnSessions } from "./sessions.js";

export interface McpHttpOptions extends McpToolsOptions {
  /**
   * Whether a request without `authInfo` is served, by a turn of its own; false when absent, and then
   * it is answered 401.
   */
  readonly anonymous?: boolean;
  /**
   * Which of a credential's sessions a request belongs to; one for each credential when absent. Never
   * reaches a turn that another credential opened.
   */
  readonly sessionOf?: (authInfo: AuthInfo, request: Request) => string;
}

/** A web-standard handler: a Worker's, Deno's and Bun's default export. */
export interface McpHttp {
  /** `authInfo` is what the host verified; nothing of the request itself is taken for it. */
  readonly fetch: (request: Request, options?: McpHandlerRequestOptions) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * Serves the tools over HTTP to clients of this protocol's revision, request by request, and to older
 * ones without a session of theirs. Host, origin and token are the host's to check, before this.
 */
export function createMcpHttp(options: McpHttpOptions): McpHttp {
  const { anonymous = false, onError } = options;
  const servingOf = requestServing(options);
  const reporting = onError === undefined ? {} : { onerror: onError };
  const handler = createMcpHandler(
    ({ authInfo }) => serverOver(options, servingOf(authInfo)),
    reporting,
  );
  return {
    close: handler.close,
    fetch: async (request, { authInfo, ...rest } = {}) => {
      if (authInfo !== undefined) return handler.fetch(request, { authInfo, ...rest });
      return anonymous ? handler.fetch(request, rest) : unauthorized();
    },
  };
}

/** Nobody's session cannot be told from somebody else's: without a credential a request has its own. */
function requestServing(options: McpHttpOptions): (authInfo: AuthInfo | undefined) => Serving {
  const { sessionOf = () => "" } = options;
  const sessions = new TurnSessions((authInfo) => openSession(options, authInfo));
  const requests = servingRequests(options);
  const credentials = servingSessions(options, async (call) => {
    const { authInfo, req } = call.http ?? {};
    if (authInfo === undefined || req === undefined) return requests.sessionOf(call);
    return sessions.turnOf(authInfo, sessionOf(authInfo, req));
  });
  return (authInfo) => (authInfo === undefined ? requests : credentials);
}

function unauthorized(): Response {
  const error = { code: -32_001, message: "this endpoint needs a verified credential" };
  return Response.json(
    { jsonrpc: "2.0", id: null, error },
    { status: 401, headers: { "www-authenticate": "Bearer" } },
  );
}
