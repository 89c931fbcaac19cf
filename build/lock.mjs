// One set-up at a time: a lock file that names its owner, and is taken over when the owner is gone.
import {
  mkdirSync,
  readFileSync,
  rmSync,
  rmdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 100;
/** The owner touches its lock this often. */
const BEAT_MS = 5_000;
/** A lock untouched for so long has lost its owner, whoever carries the process id by now. */
export const STALE_MS = 60_000;
/** A take-over is a few file calls; one that is older died half-way. */
const TAKE_OVER_MS = 10_000;
/** An install and a build on a slow machine take minutes; after this, something else is wrong. */
const WAIT_MS = 15 * 60_000;

/**
 * Runs a task while holding the lock.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} task
 * @param {(owner: number) => void} [onWait] called once when somebody else holds it
 * @returns {Promise<T>}
 */
export async function withLock(path, task, onWait = () => {}) {
  mkdirSync(dirname(path), { recursive: true });
  await acquire(path, onWait);
  const beat = setInterval(() => touch(path), BEAT_MS);
  try {
    return await task();
  } finally {
    clearInterval(beat);
    rmSync(path, { force: true });
  }
}

/** @param {string} path @param {(owner: number) => void} onWait */
async function acquire(path, onWait) {
  const start = Date.now();
  let told = false;
  while (!tryOnce(() => writeFileSync(path, String(process.pid), { flag: "wx" }), "EEXIST")) {
    if (isStale(path) && takeOver(path)) continue;
    if (!told) onWait(ownerOf(path));
    told = true;
    if (Date.now() - start > WAIT_MS) throw new Error(`${path} is held; remove it by hand`);
    await sleep(POLL_MS);
  }
}

/**
 * Removes a stale lock. Two may find it stale at once, and the slower must not remove the lock that
 * the faster has just made: so the removal has a lock of its own, and looks again inside it.
 * @param {string} path
 * @returns {boolean} false when somebody else is at it
 */
function takeOver(path) {
  const guard = `${path}.take-over`;
  if (!tryOnce(() => mkdirSync(guard), "EEXIST")) {
    if (ageOf(guard) > TAKE_OVER_MS) tryOnce(() => rmdirSync(guard), "ENOENT");
    return false;
  }
  try {
    if (isStale(path)) rmSync(path, { force: true });
    return true;
  } finally {
    tryOnce(() => rmdirSync(guard), "ENOENT");
  }
}

/** @param {string} path */
function isStale(path) {
  const owner = ownerOf(path);
  // Between its making and its writing a lock names nobody yet.
  return (owner > 0 && !isAlive(owner)) || ageOf(path) > STALE_MS;
}

/** @param {string} path @returns {number} 0 when it names nobody */
function ownerOf(path) {
  let text = "";
  tryOnce(() => (text = readFileSync(path, "utf8")), "ENOENT");
  return /^\d+$/.test(text) ? Number(text) : 0;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It lives, and belongs to somebody else.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} path @returns {number} 0 when it is gone */
function ageOf(path) {
  let age = 0;
  tryOnce(() => (age = Date.now() - statSync(path).mtimeMs), "ENOENT");
  return age;
}

/** @param {string} path */
function touch(path) {
  const now = new Date();
  tryOnce(() => utimesSync(path, now, now), "ENOENT");
}

/** @param {() => unknown} action @param {string} expected an error code @returns {boolean} false when it failed with that code */
function tryOnce(action, expected) {
  try {
    action();
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === expected) return false;
    throw error;
  }
}
