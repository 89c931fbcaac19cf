import { createHook } from "node:async_hooks";

const TRACKED: ReadonlySet<string> = new Set(["MESSAGEPORT", "WORKER"]);
const open = new Map<number, string>();

// What the process lists as active leaves out whatever does not keep it alive, as an idle worker.
createHook({
  init(id, kind) {
    if (TRACKED.has(kind)) open.set(id, kind);
  },
  destroy(id) {
    open.delete(id);
  },
}).enable();

/** Worker threads and ports made since this was imported and not closed, by kind. */
export function openHandles(): string[] {
  return [...open.values()].toSorted();
}
