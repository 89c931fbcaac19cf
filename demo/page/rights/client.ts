/** The page's end of the worker that holds the store. */
import { proxy, wrap, type Remote } from "comlink";
import type { ConversationRef } from "../../../dist/store/index.js";
import type { ChosenFile } from "../import-protocol.js";
import type { Answered, ImportOptions, RightsService, Tell, Workspace } from "./protocol.js";

export class RightsClient {
  readonly #worker: Worker;
  readonly #remote: Remote<RightsService>;
  /** Rejects once the worker has failed: a call to it would wait for ever. */
  readonly #failed: Promise<never>;
  #alive = true;

  constructor() {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#failed = new Promise((_, reject) => {
      this.#worker.addEventListener("error", (event) => {
        event.preventDefault();
        this.#alive = false;
        reject(new Error(event.message || "the store's worker could not be started"));
      });
      this.#worker.addEventListener("messageerror", () => {
        this.#alive = false;
        reject(new Error("what the store's worker said could not be read"));
      });
    });
    // Those who call are told; nobody may have called.
    this.#failed.catch(() => undefined);
    this.#remote = wrap<RightsService>(this.#worker);
  }

  /** False once the worker has failed, and its store with it. */
  get alive(): boolean {
    return this.#alive;
  }

  openSample(tell: Tell): Promise<Workspace> {
    return this.#orFailed(this.#remote.openSample(proxy(tell)));
  }

  open(files: readonly ChosenFile[], options: ImportOptions, tell: Tell): Promise<Workspace> {
    return this.#orFailed(this.#remote.open(files, options, proxy(tell)));
  }

  stop(): void {
    // Where it has failed, the import that was to be stopped says so.
    this.#orFailed(this.#remote.stop()).catch(() => undefined);
  }

  ask(room: ConversationRef, question: string): Promise<Answered> {
    return this.#orFailed(this.#remote.ask(room, question));
  }

  /** Ends the worker, and PGlite's with it. */
  end(): void {
    this.#worker.terminate();
  }

  #orFailed<Value>(answer: Promise<Value>): Promise<Value> {
    return Promise.race([answer, this.#failed]);
  }
}
