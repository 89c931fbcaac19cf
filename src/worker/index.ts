// The door of recall in a worker.
export { createRecallWorker, type RecallWorker, type RecallWorkerOptions } from "./client.js";
export type { RemoteCandidates } from "../core/remote-candidates.js";
export type { PrepareOptions } from "./remote-candidates.js";
export type { RegexChoice } from "./protocol.js";
export type { WorkerLike } from "./thread.js";
