import { compileSource, type CoreModuleSource, type UrlSource } from "../core/module-source.js";
import type { CoreOptions } from "../core/create-core.js";
import type { RemoteCandidates } from "../core/remote-candidates.js";
import type { SessionLog } from "../log/port.js";
import { ClosedError, InvalidArgumentError, type WorkerCrashedError } from "../model/errors.js";
import type { Candidate } from "../model/match.js";
import type { LogRecall } from "../recall/recall.js";
import { Connection } from "./connection.js";
import type { RegexChoice, WorkerSettings } from "./protocol.js";
import { prepareRemoteCandidates, type PrepareOptions } from "./remote-candidates.js";
import { openRemoteSession } from "./remote-session.js";
import type { WorkerLike } from "./thread.js";

export interface RecallWorkerOptions {
  /** Stays on this side: the worker asks for its pages one by one. */
  readonly log: SessionLog;
  /** The engine of expressions, `re2js` by default; `false` refuses them. */
  readonly regex?: RegexChoice | undefined;
  /** As for `createCore`; a module is compiled here and shared with the worker. */
  readonly core?: CoreOptions | undefined;
  /**
   * Makes a worker from the script `backread/worker/entry`, where this package's own way to start one
   * does not fit. Called for each start; the worker is this recall's alone, which terminates it.
   */
  readonly worker?: (() => WorkerLike) | undefined;
  /** Called when the worker has ended without being asked to. */
  readonly onCrash?: ((error: WorkerCrashedError) => void) | undefined;
}

/**
 * Recall in a worker: the same answers and errors as `recall.over(log)`, while this thread stays
 * free. An argument that cannot be cloned is an `InvalidArgumentError`. Sessions and candidates live in
 * the worker until they are closed, collected, or the worker ends.
 */
export interface RecallWorker extends LogRecall {
  /**
   * Candidates held by the worker: the hits of `core.prepareCandidates(list)`, while this thread stays
   * free. They are sent once, in slices that each take a few milliseconds of this thread; of each only
   * its id, label and detail. Rejects with the errors of `prepareCandidates`, and with `AbortedError`
   * when the signal fires before all is sent.
   *
   * The list is this worker's: it ends with it, and a `restart` needs another one.
   */
  prepareCandidates(
    list: readonly Candidate[],
    options?: PrepareOptions,
  ): Promise<RemoteCandidates>;
  /** Why the worker ended without being asked to; null while it runs. */
  readonly crashed: WorkerCrashedError | null;
  /**
   * Starts a new worker. What the old one has not answered, and its sessions, reject with
   * `ClosedError`, or as they did if it had crashed.
   */
  restart(): void;
  /**
   * Ends the worker for good; pending and later calls reject with `ClosedError`. A worker that is not
   * released stays. Resolves when it has ended.
   */
  release(): Promise<void>;
}

/**
 * Starts a worker: a module Worker in a browser, a worker thread in Node, Deno and Bun, where it does
 * not keep the process alive unless a call is pending. Throws `WorkerUnavailableError` where there
 * are none, and `InvalidArgumentError` for an engine that there is not.
 */
export function createRecallWorker(options: RecallWorkerOptions): RecallWorker {
  const { regex = "re2js" } = options;
  if (!REGEX_CHOICES.has(regex))
    throw InvalidArgumentError.of("regex", "is neither false, re2js nor re2wasm");
  const client = new Client(options);
  const current = (): Connection => client.connection;
  return Object.freeze({
    ...logRecall(current),
    prepareCandidates: (list: readonly Candidate[], options?: PrepareOptions) =>
      prepareRemoteCandidates(client.connection, list, options),
    get crashed() {
      return client.crashed;
    },
    restart: () => client.restart(),
    release: () => client.release(),
  });
}

class Client {
  connection: Connection;
  crashed: WorkerCrashedError | null = null;
  readonly #options: RecallWorkerOptions;
  readonly #settings: Promise<WorkerSettings>;
  #released = false;

  constructor(options: RecallWorkerOptions) {
    this.#options = options;
    this.#settings = settingsOf(options);
    this.#settings.catch(() => {}); // what calls reject with
    this.connection = this.#connect();
  }

  restart(): void {
    if (this.#released) throw ClosedError.of("recall worker");
    const old = this.connection;
    this.connection = this.#connect();
    this.crashed = null;
    void old.end(ClosedError.of("recall worker"));
  }

  release(): Promise<void> {
    this.#released = true;
    const closed = ClosedError.of("recall worker");
    return this.connection.end(closed, closed);
  }

  #connect(): Connection {
    const { log, worker, onCrash } = this.#options;
    return new Connection({
      log,
      worker,
      settings: this.#settings,
      onCrash: (error) => {
        this.crashed = error;
        onCrash?.(error);
      },
    });
  }
}

const REGEX_CHOICES: ReadonlySet<unknown> = new Set<RegexChoice>([false, "re2js", "re2wasm"]);

async function settingsOf({
  core = {},
  regex = "re2js",
}: RecallWorkerOptions): Promise<WorkerSettings> {
  const { kind, module } = core;
  const sent = module === undefined ? undefined : await sendable(module);
  return { core: { kind, module: sent }, regex };
}

/** An address is left to the worker; anything else is compiled, since only that can always be sent. */
async function sendable(source: CoreModuleSource): Promise<object> {
  return isUrl(source) ? { href: source.href } : compileSource(source);
}

/** What is none of the sources is told of where it would be compiled. */
function isUrl(source: CoreModuleSource | null): source is UrlSource {
  return typeof source === "object" && source !== null && "href" in source;
}

function logRecall(connection: () => Connection): LogRecall {
  const ask =
    <Method extends keyof LogRecall>(method: Method) =>
    (
      input: Parameters<LogRecall[Method]>[0],
      options?: Parameters<LogRecall[Method]>[1],
    ): Promise<Awaited<ReturnType<LogRecall[Method]>>> =>
      connection()
        .call<Awaited<ReturnType<LogRecall[Method]>>>({ method, input, options })
        .then(({ value }) => value);
  return {
    searchMessages: ask("searchMessages"),
    searchThreads: ask("searchThreads"),
    threadIndex: ask("threadIndex"),
    projectSession: ask("projectSession"),
    readPinboard: ask("readPinboard"),
    initializeSession: ask("initializeSession"),
    initializeSessionWithContext: ask("initializeSessionWithContext"),
    checkSummary: ask("checkSummary"),
    openSearch: (options) => openRemoteSession(connection(), options),
  };
}
