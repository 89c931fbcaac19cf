import type { SearchPattern } from "../model/match.js";
import { ClosedError } from "../model/errors.js";
import type { Coverage } from "../model/message.js";
import type { SearchResult } from "../model/search.js";
import type { ReadOptions } from "../recall/search-messages.js";
import type {
  SearchSession,
  SearchSessionOptions,
  SessionExtendOptions,
  SessionExtension,
  SessionQueryOptions,
  SessionRefresh,
} from "../recall/search-session.js";
import type { LimitOptions } from "../recall/threads.js";
import type { Connection } from "./connection.js";
import type { SessionMethod, SessionState } from "./protocol.js";

/** Opens a session in the worker; the rows never come to this side. */
export async function openRemoteSession(
  connection: Connection,
  options: SearchSessionOptions | undefined,
): Promise<SearchSession> {
  const { session } = await connection.call({ method: "openSearch", options });
  if (session === null) throw new TypeError("the worker opened no session");
  return new RemoteSession(connection, session);
}

class RemoteSession implements SearchSession {
  readonly #connection: Connection;
  #state: SessionState;
  #closed = false;

  constructor(connection: Connection, state: SessionState) {
    this.#connection = connection;
    this.#state = state;
    connection.closeWhenCollected(this, state.id);
  }

  get size(): number {
    return this.#state.size;
  }

  get coverage(): Coverage {
    return this.#state.coverage;
  }

  query(pattern: string | SearchPattern, options?: SessionQueryOptions): Promise<SearchResult> {
    return this.#ask("query", options, pattern);
  }

  refresh(options?: ReadOptions): Promise<SessionRefresh> {
    return this.#ask("refresh", options);
  }

  extend(options?: SessionExtendOptions): Promise<SessionExtension> {
    return this.#ask("extend", options);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#state = { ...this.#state, size: 0 };
    this.#connection.closeHeld(this, this.#state.id, "search session");
  }

  async #ask<Value>(
    method: SessionMethod,
    options: LimitOptions | undefined,
    input?: string | SearchPattern,
  ): Promise<Value> {
    if (this.#closed) throw ClosedError.of("search session");
    const session = { id: this.#state.id, owner: this };
    const answer = await this.#connection.call<Value>({ method, session, input, options });
    if (answer.session !== null && !this.#closed) this.#state = answer.session;
    return answer.value;
  }
}
