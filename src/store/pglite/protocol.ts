import type { ErrorJson } from "../../model/error-base.js";
import type { Row } from "../database.js";

/** What the thread of an embedded database is asked. */
export type Request =
  | { readonly id: number; readonly kind: "open"; readonly dataDir: string }
  | {
      readonly id: number;
      readonly kind: "query";
      readonly text: string;
      readonly values: readonly (string | null)[];
    }
  | { readonly id: number; readonly kind: "script"; readonly text: string }
  | { readonly id: number; readonly kind: "close" };

/** A request without its number. */
export type Ask = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

export type Reply =
  | { readonly id: number; readonly rows: readonly Row[] }
  | { readonly id: number; readonly error: ErrorJson };

/** A thread, the same in Node and in a browser. */
export interface EngineThread {
  post(request: Request): void;
  /** Whether the thread keeps the process alive; a browser has no such thing. */
  hold(active: boolean): void;
  terminate(): Promise<void>;
}

export interface ThreadEvents {
  readonly reply: (reply: Reply) => void;
  /** The thread has ended, or cannot be relied on any more; possibly called more than once. */
  readonly gone: (reason: string) => void;
}

export type StartThread = (events: ThreadEvents) => EngineThread;
