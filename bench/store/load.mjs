// The corpus through the store's own door, and the same bytes through COPY.
import { closeSync, fsyncSync, openSync } from "node:fs";
import { CONNECTOR, conversation, PERSPECTIVE, rows } from "./corpus.mjs";

const BATCH = 1_000;

/** @param {import("../../dist/store/store-port.js").Store} store @param {number} count @returns {Promise<number>} milliseconds of ingest alone */
export async function ingestAll(store, count) {
  await store.declare({ ...CONNECTOR, ids: "workspace" });
  /** @type {Map<number, import("../../dist/store/ingest-port.js").MessageEvent[]>} */
  const held = new Map();
  let spent = 0;
  /** @param {number} channel */
  const send = async (channel) => {
    const events = held.get(channel) ?? [];
    held.set(channel, []);
    if (events.length === 0) return;
    const start = performance.now();
    await store.ingest({ conversation: conversation(channel), events });
    spent += performance.now() - start;
  };
  for (const { channel, event } of rows(count)) {
    const events = held.get(channel) ?? [];
    events.push(event);
    held.set(channel, events);
    if (events.length === BATCH) await send(channel);
  }
  for (const channel of held.keys()) await send(channel);
  return spent;
}

/** Everything that ingest writes for a message. */
const TABLES = ["messages", "evidence", "documents", "postings"];

/**
 * Copies the loaded tables out and into an empty database of the same tables and indexes, without
 * triggers: what the disk and the indexes cost by themselves.
 * @param {import("pg").Client} from @param {import("pg").Client} into @param {string} folder
 * @returns {Promise<number>} milliseconds of COPY alone
 */
export async function copyAll(from, into, folder) {
  await into.query("set session_replication_role = replica");
  let spent = 0;
  for (const table of TABLES) {
    const file = `${folder}/${table}.copy`;
    await from.query(`copy (select * from backread.${table}) to '${file}' (format binary)`);
    settle(file);
    await from.query("checkpoint");
    const start = performance.now();
    await into.query(`copy backread.${table} from '${file}' (format binary)`);
    spent += performance.now() - start;
  }
  return spent;
}

/** What was written to a file is on the disk, and is not written while something else is timed. @param {string} file */
function settle(file) {
  const handle = openSync(file, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * @typedef {object} Writing
 * @property {number} ingested milliseconds
 * @property {number} copied milliseconds
 */

export { PERSPECTIVE };
