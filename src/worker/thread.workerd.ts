/** Cloudflare's workerd starts no workers. */
import { WorkerUnavailableError } from "../model/errors.js";
import type { StartThread } from "./thread.js";

export const startThread: StartThread = () => {
  throw WorkerUnavailableError.of("workerd has none; use createRecall there");
};
