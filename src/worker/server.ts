import { expose, wrap, type Endpoint, type Remote } from "comlink";
import type { Page, SessionLog } from "../log/port.js";
import type { WalkProgress } from "../log/walk.js";
import { ClosedError } from "../model/errors.js";
import type { Sequence } from "../model/message.js";
import type { StopSignal } from "../model/signal.js";
import type { ReadOptions } from "../recall/search-messages.js";
import type { SearchSession } from "../recall/search-session.js";
import { HeldCandidates } from "./held-candidates.js";
import type {
  CallReply,
  CallRequest,
  CallSuccess,
  HostApi,
  SessionState,
  WorkerApi,
  WorkerSettings,
} from "./protocol.js";
import { decodeError, encodeError } from "./wire-error.js";
import { workerRecall, type WorkerRecall } from "./worker-recall.js";

/**
 * Answers a client over `endpoint`, and reads the client's log over it: both sides serve and both
 * ask over the one pair of ports, so that nothing is opened, and so leaked, for a call.
 */
export function serve(endpoint: Endpoint): void {
  const server = new RecallServer(wrap<HostApi>(endpoint));
  const api: WorkerApi = {
    start: (settings) => server.start(settings),
    call: (request) => server.call(request),
    abort: (call) => server.abort(call),
    close: (session) => server.close(session),
  };
  expose(api, endpoint);
}

/** A call that is being answered. */
class RunningCall {
  readonly id: number;
  readonly #controller = new AbortController();
  #progress: WalkProgress[] = [];

  constructor({ id, aborted }: CallRequest) {
    this.id = id;
    if (aborted) this.abort();
  }

  /** The options of the method, with a signal of its own by which its reads are known. */
  options(sent: object): ReadOptions & { readonly signal: StopSignal } {
    const onProgress = (progress: WalkProgress): void => void this.#progress.push(progress);
    return { ...sent, signal: this.#controller.signal, onProgress };
  }

  abort(): void {
    this.#controller.abort();
  }

  /** What has not been reported yet: one page's progress at most while it runs. */
  takeProgress(): readonly WalkProgress[] {
    const taken = this.#progress;
    this.#progress = [];
    return taken;
  }
}

class RecallServer {
  readonly #host: Remote<HostApi>;
  readonly #calls = new Map<number, RunningCall>();
  readonly #callBySignal = new WeakMap<StopSignal, RunningCall>();
  readonly #held = new Map<number, SearchSession | HeldCandidates>();
  readonly #recall: Promise<WorkerRecall>;
  #lastHeld = 0;
  #begin: (recall: Promise<WorkerRecall>) => void = () => {};

  constructor(host: Remote<HostApi>) {
    this.#host = host;
    // Awaited by each call, so that calls may come before the settings do.
    this.#recall = new Promise((resolve) => (this.#begin = resolve));
  }

  async start(settings: WorkerSettings): Promise<void> {
    const log: SessionLog = {
      readBefore: (before, limit, options) => this.#read(before, limit, options?.signal),
    };
    this.#begin(workerRecall(settings, log));
    await this.#recall.catch(() => {}); // reported by each call
  }

  async call(request: CallRequest): Promise<CallReply> {
    const running = new RunningCall(request);
    const options = running.options(request.options);
    this.#calls.set(request.id, running);
    this.#callBySignal.set(options.signal, running);
    try {
      const answer = await this.#answer(request, options);
      return { ok: true, ...answer, progress: running.takeProgress() };
    } catch (error) {
      return { ok: false, error: encodeError(error), progress: running.takeProgress() };
    } finally {
      this.#calls.delete(request.id);
    }
  }

  abort(call: number): void {
    this.#calls.get(call)?.abort();
  }

  close(held: number): void {
    this.#held.get(held)?.close();
    this.#held.delete(held);
  }

  async #answer(
    { session, method, input }: CallRequest,
    options: ReadOptions,
  ): Promise<Pick<CallSuccess, "value" | "session" | "held">> {
    const { core, recall } = await this.#recall;
    if (method === "prepareCandidates") {
      const held = { id: this.#keep(new HeldCandidates(core)) };
      return { value: null, session: null, held };
    }
    if (method === "openSearch") {
      const opened = await recall.openSearch(options);
      const state = stateOf(this.#keep(opened), opened);
      return { value: null, session: state, held: state };
    }
    if (session === null)
      return { value: await invoke(recall, method, [input, options]), session, held: null };
    const asked = this.#held.get(session);
    if (asked === undefined) throw ClosedError.of("search session");
    if (asked instanceof HeldCandidates)
      return { value: await invoke(asked, method, [input]), session: null, held: null };
    const args = method === "query" ? [input, options] : [options];
    const value = await invoke(asked, method, args);
    return { value, session: stateOf(session, asked), held: null };
  }

  #keep(opened: SearchSession | HeldCandidates): number {
    const id = ++this.#lastHeld;
    this.#held.set(id, opened);
    return id;
  }

  async #read(
    before: Sequence | null,
    limit: number,
    signal: StopSignal | undefined,
  ): Promise<Page> {
    const call = signal === undefined ? undefined : this.#callBySignal.get(signal);
    if (call === undefined) throw new Error("a read that belongs to no call");
    const progress = call.takeProgress();
    const reply = await this.#host.readBefore({ call: call.id, before, limit, progress });
    if (reply.type === "page") return reply.page;
    if (reply.type === "failed") throw decodeError(reply.error);
    call.abort();
    throw new Error("aborted");
  }
}

function stateOf(id: number, { size, coverage }: SearchSession): SessionState {
  return { id, size, coverage };
}

/** Calls a method by its name; the client's types have said that it is one, and of which arguments. */
function invoke(target: object, method: string, args: readonly unknown[]): Promise<unknown> {
  const member: unknown = Reflect.get(target, method);
  if (typeof member !== "function") throw new TypeError(`no method ${method}`);
  return Promise.resolve(Reflect.apply(member, target, args));
}
