/** PostgreSQL in this page's memory, started when it is first needed. */
import { migrate, openDatabase, type Database } from "../../../dist/store/index.js";
import type { Tell } from "./protocol.js";

export class MemoryDatabase {
  #opened: Promise<Database> | null = null;

  /** Opened anew where that failed before, or where its thread has ended since. */
  async open(tell: Tell): Promise<Database> {
    const opened = this.#opened;
    if (opened !== null && (await answers(opened))) return opened;
    this.#opened = start(tell);
    return this.#opened;
  }
}

async function answers(opened: Promise<Database>): Promise<boolean> {
  try {
    await (await opened).outside("select 1");
    return true;
  } catch {
    return false;
  }
}

async function start(tell: Tell): Promise<Database> {
  tell("loading", 0);
  const database = await openDatabase({ url: "pglite:memory" });
  try {
    tell("schema", 0);
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
