import { Worker } from "node:worker_threads";
import { vi } from "vitest";
import { arrayLog, type ArrayLog, type Message, type SessionLog } from "../../dist/index.js";
import { createRecallWorker, type RecallWorker } from "../../dist/worker/index.js";
import type { RecallWorkerOptions } from "../../dist/worker/index.js";
import { row } from "../support/rows.js";

/** Small, repeatable, and no more random than it has to be. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
}

const WORDS = (
  "tide lamp harbour ebb Tidal deploy rollback ΣΊΣΥΦΟΣ İstanbul café 日本 🎉 low night watch " +
  "buoy anchor keeper !pin #light storm /dev/null a.b.c"
).split(" ");

/** A transcript of desks, threads, pins and several authors, the same for the same seed. */
export function transcript(count: number, seed = 7): ArrayLog {
  const random = seededRandom(seed);
  const authors = [
    { type: "person", id: "ana", label: "Ana" },
    { type: "agent", id: "bo", label: "Bo" },
    { type: "operator" },
    { type: "system", kind: "join", label: "joined" },
  ] as const;
  const message = (sequence: number): Message => {
    const content = Array.from({ length: 1 + random(30) }, () => WORDS[random(WORDS.length)]);
    const text = random(12) === 0 ? `!pin #w${random(5)} ${content[0]}` : content.join(" ");
    const parent = sequence > 10 && random(3) === 0 ? sequence - 1 - random(9) : null;
    const author = authors[random(authors.length)] ?? authors[0];
    return row(sequence, text, { parent, author, chatId: random(4) === 0 ? "attic" : "lab" });
  };
  return arrayLog(Array.from({ length: count }, (_, sequence) => message(sequence)));
}

/** Queries of every tier, expressions among them, the same for the same seed. */
export function seededQueries(count: number, seed = 11): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const word = WORDS[random(WORDS.length)] ?? "";
    const part = word.slice(random(2), 1 + random(word.length) + 1);
    return (
      [part, `${part} ${WORDS[random(WORDS.length)]}`, `/${part}\\w*/`, `/(?i)^.?${part}/`][
        random(4)
      ] ?? part
    );
  });
}

/** A recall worker whose thread can be killed from outside. */
export interface Killable {
  readonly recall: RecallWorker;
  /** Every thread that was started for it. */
  readonly threads: readonly Worker[];
  /** The one that runs. */
  readonly thread: () => Worker;
  readonly kill: () => Promise<number>;
}

/** The script of a worker of this package in Node. */
export const ENTRY: URL = new URL("../../dist/worker/entry.node.js", import.meta.url);

export function killable(options: RecallWorkerOptions): Killable {
  const threads: Worker[] = [];
  const worker = (): Worker => {
    const thread = new Worker(ENTRY);
    threads.push(thread);
    return thread;
  };
  const recall = createRecallWorker({ ...options, worker });
  const thread = (): Worker => {
    const running = threads.at(-1);
    if (running === undefined) throw new Error("none was started");
    return running;
  };
  return { recall, threads, thread, kill: () => thread().terminate() };
}

const WAIT = { interval: 1, timeout: 10_000 };

/** A log whose reads wait until they are let go, one by one or for good. */
export function gated(log: SessionLog): {
  readonly log: SessionLog;
  readonly reads: () => number;
  /** Resolves once so many reads have been asked for. */
  readonly reached: (reads: number) => Promise<void>;
  readonly open: () => void;
} {
  let reads = 0;
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const reached = async (count: number): Promise<void> => {
    await vi.waitUntil(() => reads >= count, WAIT);
  };
  return {
    reads: () => reads,
    reached,
    open,
    log: {
      async readBefore(before, limit) {
        reads++;
        await gate;
        return log.readBefore(before, limit);
      },
    },
  };
}

/** The reason of a call that has to fail. */
export async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error("it was expected to fail");
}

/** Rejects when a call has not settled in time, so that a hang is a failure with a name. */
export async function within<Result>(ms: number, call: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not settled within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
