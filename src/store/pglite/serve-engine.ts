import { BackreadError } from "../../model/error-base.js";
import { ClosedError } from "../../model/errors.js";
import type { Row } from "../database.js";
import { databaseError } from "../driver/database-error.js";
import { defer, type Deferred } from "../driver/deferred.js";
import { openEngine, type Engine } from "./engine.js";
import type { Reply, Request } from "./protocol.js";

export interface EngineServer {
  /** Answers one request, after those before it. */
  serve(request: Request): void;
  /**
   * Takes a failure that reached nobody, and says whether it was of an opening, which it ends where
   * that is under way: PGlite waits for ever for a file of its own that cannot be loaded.
   */
  failOpening(reason: unknown): boolean;
}

/** The engine of one thread. */
export function serveEngine(post: (reply: Reply) => void): EngineServer {
  let opening: Deferred<never> | null = null;
  let engine: Engine | null = null;
  let tail: Promise<void> = Promise.resolve();
  const answer = async (request: Request): Promise<readonly Row[]> => {
    if (request.kind === "open") {
      opening = defer<never>();
      try {
        engine = await Promise.race([openEngine({ dataDir: request.dataDir }), opening.promise]);
      } finally {
        opening = null;
      }
      return [];
    }
    if (engine === null) throw ClosedError.of("the database");
    if (request.kind === "query") return engine.query(request.text, request.values);
    if (request.kind === "script") await engine.script(request.text);
    else await engine.close();
    return [];
  };
  return {
    serve: (request) => {
      const { id } = request;
      tail = tail
        .then(() => answer(request))
        .then(
          (rows) => post({ id, rows }),
          (error: unknown) => post({ id, error: plain(error) }),
        );
    },
    failOpening: (reason) => {
      opening?.reject(reason);
      return engine === null;
    },
  };
}

function plain(error: unknown): Extract<Reply, { error: unknown }>["error"] {
  return (error instanceof BackreadError ? error : databaseError(error)).toJSON();
}
