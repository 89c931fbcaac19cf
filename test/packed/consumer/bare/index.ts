// A host in a runtime of its own: a log, a search, and what to do when it stops early.
import {
  AbortedError,
  BackreadError,
  arrayLog,
  createCore,
  createRecall,
  type Coverage,
  type Message,
  type MessageHit,
  type Page,
  type RegexEngine,
  type Sequence,
  type SessionLog,
} from "backread";

class HostLog implements SessionLog {
  readonly #rows: readonly Message[];
  constructor(rows: readonly Message[]) {
    this.#rows = rows;
  }
  async readBefore(before: Sequence | null, limit: number): Promise<Page> {
    const older = this.#rows.filter((row) => before === null || row.sequence < before);
    return { messages: older.slice(-limit).reverse(), nextBefore: null };
  }
}

const engine: RegexEngine = {
  name: "none",
  compile: (source) => {
    throw new Error(source);
  },
};

export async function find(
  rows: readonly Message[],
  query: string,
): Promise<readonly MessageHit[]> {
  const core = await createCore();
  const recall = createRecall({ core, regex: engine });
  const text = { pattern: { type: "text", query } } as const;
  try {
    const { hits } = await recall.searchMessages(new HostLog(rows), text);
    return hits.length > 0 ? hits : (await recall.over(arrayLog(rows)).searchMessages(text)).hits;
  } catch (error) {
    const coverage: Coverage | null = error instanceof AbortedError ? error.data.coverage : null;
    if (coverage !== null || error instanceof BackreadError) return [];
    throw error;
  }
}
