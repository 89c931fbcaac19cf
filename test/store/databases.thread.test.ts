/** The threads of an embedded database in a folder: never two of them on one folder, none left. */
import { describe, expect, onTestFinished, test } from "vitest";
import { startThread } from "../../dist/store/node/thread.js";
import { EmbeddedDatabase } from "../../dist/store/pglite/embedded.js";
import type { StartThread, ThreadEvents } from "../../dist/store/pglite/protocol.js";
import { ThreadHost } from "../../dist/store/pglite/thread-host.js";
import { copyMigratedFolder } from "./harness.js";

const BEGIN = { begin: "begin" };
const ENDLESS = "do $$ begin for i in 1..2000000000 loop null; end loop; end $$";

/** Threads as they are started and ended. */
class Watched {
  readonly events: ThreadEvents[] = [];
  /** What happened, in order. */
  readonly steps: string[] = [];
  live = 0;
  most = 0;

  readonly start: StartThread = (events) => {
    this.events.push(events);
    this.steps.push("started");
    this.most = Math.max(this.most, ++this.live);
    const thread = startThread(events);
    let ended = false;
    const terminate = async (): Promise<void> => {
      await thread.terminate();
      if (!ended) this.live--;
      ended = true;
    };
    return { ...thread, terminate };
  };
}

interface Opened {
  readonly database: EmbeddedDatabase;
  readonly threads: Watched;
}

async function opened(): Promise<Opened> {
  const dataDir = await copyMigratedFolder();
  const threads = new Watched();
  const unlock = async (): Promise<void> => void threads.steps.push("unlocked");
  const host = new ThreadHost({ start: threads.start, dataDir, inMemory: false, unlock });
  await host.engine();
  const database = new EmbeddedDatabase(host);
  onTestFinished(() => database.close());
  return { database, threads };
}

/** Its thread is ended, so the next transaction has to open the folder anew. */
async function endThread({ database, threads }: Opened): Promise<void> {
  const stop = new AbortController();
  const endless = database.transaction({ ...BEGIN, signal: stop.signal }, async (session) => {
    const running = session.script(ENDLESS);
    // Not before it runs: what only began is ended without the thread.
    setTimeout(() => stop.abort(), 100);
    await running;
  });
  await expect(endless).rejects.toMatchObject({ code: "aborted" });
  expect(threads.live).toBe(0);
}

function giveUp({ database }: Opened): Promise<unknown> {
  return database.transaction({ ...BEGIN, timeoutMs: 1 }, (session) => session.script("select 1"));
}

describe("threads", () => {
  test("whoever gives up while a folder is opened again leaves it to the next", async () => {
    const at = await opened();
    await endThread(at);
    await expect(giveUp(at)).rejects.toMatchObject({ code: "timed_out" });
    const rows = await at.database.transaction(BEGIN, (session) => session.query("select 1 as a"));
    expect(rows).toEqual([{ a: 1 }]);
    expect(at.threads.most).toBe(1);
    expect(at.threads.steps).toEqual(["started", "started"]);
  });

  test("a folder that is being opened again is closed before its lock is let go", async () => {
    const at = await opened();
    await endThread(at);
    await expect(giveUp(at)).rejects.toMatchObject({ code: "timed_out" });
    await at.database.close();
    expect(at.threads.live).toBe(0);
    expect(at.threads.steps).toEqual(["started", "started", "unlocked"]);
  });

  test("a thread that cannot be relied on is ended before there is another", async () => {
    const at = await opened();
    at.threads.events[0]?.gone("an error that nobody caught, which ends no worker of a browser");
    const rows = await at.database.transaction(BEGIN, (session) => session.query("select 1 as a"));
    expect(rows).toEqual([{ a: 1 }]);
    expect(at.threads.most).toBe(1);
  });

  test("a thread that cannot be relied on is ended when its database is closed", async () => {
    const at = await opened();
    at.threads.events[0]?.gone("an error that nobody caught, which ends no worker of a browser");
    await at.database.close();
    expect(at.threads.live).toBe(0);
  });
});
