import type { RemoteCandidates } from "../core/remote-candidates.js";
import { checkCount } from "../core/wasm/check-candidates.js";
import { ClosedError } from "../model/errors.js";
import type { Candidate, Hit } from "../model/match.js";
import type { StopSignal } from "../model/signal.js";
import { slicesOf } from "./candidate-slices.js";
import { abortedUnread, type Connection } from "./connection.js";
import type { CandidateSlice, CandidatesMethod } from "./protocol.js";
import { TurnQueue } from "./turn-queue.js";

const WHAT = "candidate list";

export interface PrepareOptions {
  readonly signal?: StopSignal | undefined;
}

/** Sends a list to the worker, slice by slice; resolves when it can be asked. */
export async function prepareRemoteCandidates(
  connection: Connection,
  candidates: readonly Candidate[],
  { signal }: PrepareOptions = {},
): Promise<RemoteCandidates> {
  checkCount(candidates.length);
  // The caller's array may change while it is on its way.
  const list = candidates.slice();
  const { held } = await connection.call({ method: "prepareCandidates", options: { signal } });
  if (held === null) throw new TypeError("the worker holds no candidates");
  const remote = new WorkerCandidates(connection, held.id);
  try {
    await remote.fill(list, signal);
  } catch (error) {
    remote.close();
    throw error;
  }
  return remote;
}

class WorkerCandidates implements RemoteCandidates {
  readonly #connection: Connection;
  readonly #id: number;
  readonly #turns = new TurnQueue();
  #candidates: readonly Candidate[] = [];
  #closed = false;

  constructor(connection: Connection, id: number) {
    this.#connection = connection;
    this.#id = id;
    connection.closeWhenCollected(this, id);
  }

  get candidates(): readonly Candidate[] {
    return this.#candidates;
  }

  query(query: string, limit: number, { signal }: PrepareOptions = {}): Promise<Hit[]> {
    return this.#turn(() => this.#ask<Hit[]>("ask", { query, limit }), signal);
  }

  update(added: readonly Candidate[], removed: readonly string[]): Promise<void> {
    const list = added.slice();
    const ids = removed.slice();
    return this.#turn(async () => {
      const leaving = new Set(ids);
      const staying = this.#candidates.filter(({ id }) => !leaving.has(id));
      // Not worth the way there.
      checkCount(staying.length + list.length);
      await this.#send(list, ids);
      this.#candidates = [...staying, ...list];
    });
  }

  /** The first candidates of a list that nobody else has yet. */
  fill(list: readonly Candidate[], signal: StopSignal | undefined): Promise<void> {
    return this.#turn(async () => {
      await this.#send(list, [], signal);
      this.#candidates = list;
    }, signal);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#candidates = [];
    this.#turns.clear(ClosedError.of(WHAT));
    this.#connection.closeHeld(this, this.#id, WHAT);
  }

  /** Awaits each slice, so that the page has its thread in between. */
  async #send(
    added: readonly Candidate[],
    removed: readonly string[],
    signal?: StopSignal,
  ): Promise<void> {
    let last: CandidateSlice = { at: 0, candidates: [] };
    for (const candidates of slicesOf(added)) {
      if (last.candidates.length > 0) await this.#ask("stage", last);
      if (signal?.aborted === true) throw abortedUnread(signal);
      last = { at: last.at + last.candidates.length, candidates };
    }
    await this.#ask("change", { ...last, removed });
  }

  async #turn<Value>(task: () => Promise<Value>, signal?: StopSignal): Promise<Value> {
    if (this.#closed) throw ClosedError.of(WHAT);
    const taken = this.#turns.add(task, { signal, aborted: () => abortedUnread(signal) });
    return await taken;
  }

  /** Asked without the caller's signal: the worker cannot hear of it before it has answered. */
  async #ask<Value>(method: CandidatesMethod, input: unknown): Promise<Value> {
    const session = { id: this.#id, owner: this };
    const { value } = await this.#connection.call<Value>({
      method,
      session,
      input,
      options: undefined,
    });
    return value;
  }
}
