import { WorkerCrashedError } from "../../model/errors.js";
import { reviveError } from "../../model/revive-error.js";
import type { Row } from "../database.js";
import { failed } from "../driver/database-error.js";
import { defer, type Deferred } from "../driver/deferred.js";
import type { Engine } from "./engine.js";
import type { Ask, EngineThread, Reply, StartThread } from "./protocol.js";

/** An engine in a thread of its own. Once the thread has ended, every call rejects. */
export class RemoteEngine implements Engine {
  readonly #thread: EngineThread;
  readonly #pending = new Map<number, Deferred<readonly Row[]>>();
  #lastId = 0;
  #gone: WorkerCrashedError | null = null;

  constructor(start: StartThread) {
    this.#thread = start({
      reply: (reply) => this.#settle(reply),
      gone: (reason) => this.#end(reason),
    });
  }

  /** False once the thread has ended. */
  get alive(): boolean {
    return this.#gone === null;
  }

  /** Resolves when all that runs has ended, in whatever way. */
  get idle(): Promise<unknown> {
    return Promise.allSettled([...this.#pending.values()].map(({ promise }) => promise));
  }

  async open(dataDir: string): Promise<void> {
    await this.#ask({ kind: "open", dataDir });
  }

  query(text: string, values: readonly (string | null)[]): Promise<readonly Row[]> {
    return this.#ask({ kind: "query", text, values });
  }

  async script(text: string): Promise<void> {
    await this.#ask({ kind: "script", text });
  }

  async close(): Promise<void> {
    try {
      await this.#ask({ kind: "close" });
    } finally {
      await this.terminate("it was closed");
    }
  }

  async terminate(reason: string): Promise<void> {
    this.#end(reason);
    await this.#thread.terminate();
  }

  #ask(request: Ask): Promise<readonly Row[]> {
    if (this.#gone !== null) return Promise.reject(this.#gone);
    const id = ++this.#lastId;
    const call = defer<readonly Row[]>();
    this.#pending.set(id, call);
    this.#thread.hold(true);
    this.#thread.post({ ...request, id });
    return call.promise;
  }

  #settle(reply: Reply): void {
    const call = this.#pending.get(reply.id);
    if (call === undefined) return;
    this.#pending.delete(reply.id);
    if (this.#pending.size === 0) this.#thread.hold(false);
    if ("rows" in reply) call.resolve(reply.rows);
    else call.reject(reviveError(reply.error) ?? failed("XX000"));
  }

  #end(reason: string): void {
    this.#gone ??= WorkerCrashedError.of(reason);
    for (const call of this.#pending.values()) call.reject(this.#gone);
    this.#pending.clear();
  }
}
