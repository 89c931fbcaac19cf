import { EmbeddedDatabase } from "./embedded.js";
import { openEngine, type EngineOptions } from "./engine.js";

/**
 * PGlite in the caller's own thread, for tests and for pages without a worker. A statement that runs
 * cannot be interrupted here: `timeoutMs` and `signal` act when it has ended.
 */
export async function openInThread(
  options: EngineOptions,
  unlock: () => Promise<void> = async () => undefined,
): Promise<EmbeddedDatabase> {
  const engine = await openEngine(options);
  return new EmbeddedDatabase({
    engine: async () => engine,
    interrupt: async () => undefined,
    close: async () => {
      try {
        await engine.close();
      } finally {
        await unlock();
      }
    },
  });
}
