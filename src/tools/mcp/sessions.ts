import type { AuthInfo } from "@modelcontextprotocol/server";

/** A session that asked nothing for so long is over; its next call begins a turn of its own. */
export const SESSION_IDLE_MS: number = 30 * 60_000;
/** Sessions held at once; above it the one that asked nothing for longest is over. */
export const MAX_SESSIONS = 1_000;

interface Session<Turn> {
  readonly turn: Promise<Turn>;
  readonly usedAt: number;
}

/** One turn for each session. A session belongs to one credential: no name of one opens another's. */
export class TurnSessions<Turn> {
  readonly #openTurn: (authInfo: AuthInfo | undefined) => Promise<Turn>;
  /** The one that asked longest ago first. */
  readonly #sessions = new Map<string, Session<Turn>>();

  constructor(openTurn: (authInfo: AuthInfo | undefined) => Promise<Turn>) {
    this.#openTurn = openTurn;
  }

  /** The turn of a credential's session of this name. One that could not be opened is tried anew. */
  turnOf(authInfo: AuthInfo | undefined, name: string): Promise<Turn> {
    const key = JSON.stringify([authInfo?.token ?? null, name]);
    const now = Date.now();
    this.#endIdle(now);
    const turn = this.#sessions.get(key)?.turn ?? this.#open(key, authInfo);
    this.#sessions.delete(key);
    this.#sessions.set(key, { turn, usedAt: now });
    this.#endExcess();
    return turn;
  }

  #open(key: string, authInfo: AuthInfo | undefined): Promise<Turn> {
    const turn = this.#openTurn(authInfo);
    turn.catch(() => {
      if (this.#sessions.get(key)?.turn === turn) this.#sessions.delete(key);
    });
    return turn;
  }

  #endIdle(now: number): void {
    for (const [key, { usedAt }] of this.#sessions) {
      if (now - usedAt < SESSION_IDLE_MS) return;
      this.#sessions.delete(key);
    }
  }

  #endExcess(): void {
    for (const key of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_SESSIONS) return;
      this.#sessions.delete(key);
    }
  }
}
