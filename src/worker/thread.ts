import type { Endpoint } from "comlink";

/**
 * The part of a worker that is used: a web `Worker` in a browser, a `Worker` of `node:worker_threads`
 * in Node, Deno and Bun.
 */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

/** A started worker, the same in every runtime. */
export interface WorkerThread {
  readonly endpoint: Endpoint;
  /** Whether the worker keeps the process alive; a browser has no such thing. */
  hold(active: boolean): void;
  terminate(): Promise<void>;
}

/** Called when the worker has ended, or cannot be relied on any more; possibly more than once. */
export type Gone = (reason: string, cause?: unknown) => void;

/**
 * Starts the worker that `make` gives, or this package's own. What runs is chosen by the package's
 * conditions. Throws `WorkerUnavailableError`.
 */
export type StartThread = (make: (() => WorkerLike) | undefined, gone: Gone) => WorkerThread;

/** Why a worker is given up that could not read a message: a call would wait for it for ever. */
export const UNREADABLE = "a message could not be read";
