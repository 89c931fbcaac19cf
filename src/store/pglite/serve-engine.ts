import { BackreadError } from "../../model/error-base.js";
import { ClosedError } from "../../model/errors.js";
import type { Row } from "../database.js";
import { databaseError } from "../driver/database-error.js";
import { openEngine, type Engine } from "./engine.js";
import type { Reply, Request } from "./protocol.js";

/** Answers the requests of one thread, in their order. */
export function serveEngine(post: (reply: Reply) => void): (request: Request) => void {
  let engine: Engine | null = null;
  let tail: Promise<void> = Promise.resolve();
  const answer = async (request: Request): Promise<readonly Row[]> => {
    if (request.kind === "open") {
      engine = await openEngine({ dataDir: request.dataDir });
      return [];
    }
    if (engine === null) throw ClosedError.of("the database");
    if (request.kind === "query") return engine.query(request.text, request.values);
    if (request.kind === "script") await engine.script(request.text);
    else await engine.close();
    return [];
  };
  return (request) => {
    const { id } = request;
    tail = tail
      .then(() => answer(request))
      .then(
        (rows) => post({ id, rows }),
        (error: unknown) => post({ id, error: plain(error) }),
      );
  };
}

function plain(error: unknown): Extract<Reply, { error: unknown }>["error"] {
  return (error instanceof BackreadError ? error : databaseError(error)).toJSON();
}
