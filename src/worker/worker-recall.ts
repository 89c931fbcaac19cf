import type { Core } from "../core/core.js";
import { createCore } from "../core/create-core.js";
import type { SessionLog } from "../log/port.js";
import { createRecall } from "../recall/create-recall.js";
import type { LogRecall } from "../recall/recall.js";
import type { RegexEngine } from "../regex/port.js";
import type { RegexChoice, WorkerSettings } from "./protocol.js";

/** What a worker answers from. */
export interface WorkerRecall {
  readonly core: Core;
  readonly recall: LogRecall;
}

/** Loads what the settings name. Throws `CoreUnavailableError` or `RegexEngineError`. */
export async function workerRecall(
  { core, regex }: WorkerSettings,
  log: SessionLog,
): Promise<WorkerRecall> {
  const [loaded, engine] = await Promise.all([createCore(core), regexEngine(regex)]);
  return { core: loaded, recall: createRecall({ core: loaded, regex: engine }).over(log) };
}

/** Only the engine that is asked for is loaded. */
async function regexEngine(choice: RegexChoice): Promise<RegexEngine | undefined> {
  switch (choice) {
    case false:
      return undefined;
    case "re2js":
      return (await import("../regex/re2js.js")).createRe2jsEngine();
    case "re2wasm":
      return (await import("../regex/re2wasm/engine.js")).createRe2WasmEngine();
  }
}
