import { randomUUID } from "node:crypto";
import { readFileSync, unlinkSync } from "node:fs";
import { link, readFile, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { StoreLockedError } from "../../model/store-errors.js";
import { processLives, processStart } from "./process-start.js";

interface Holder {
  readonly pid: number;
  readonly start: string | null;
  readonly host: string;
  readonly token: string;
}

export interface FileLock {
  release(): void;
}

/**
 * Makes a file that only one process can have made, and that says which. A lock of a process that
 * is no more is taken over. Errors: `StoreLockedError`, also for a lock of another machine (or
 * container): whether its process lives cannot be seen from here. The same holds for a lock that does
 * not say whose it is, whatever made it so: its process may be of another machine. Its error has the
 * process number 0, and says how to take it away.
 */
export async function lockFile(path: string): Promise<FileLock> {
  const { pid } = process;
  const token = randomUUID();
  const holder: Holder = { pid, start: processStart(pid), host: hostname(), token };
  for (;;) {
    if (await made(path, holder)) return heldBy(path, token);
    const found = await read(path);
    if (found === "none") continue;
    if (found === "unreadable" || lives(found)) throw locked(path, found);
    await remove(path, found);
  }
}

/**
 * Under a second name first, and on the disk before it gets its own, so that nobody ever reads half
 * of it, after a loss of power either.
 */
async function made(path: string, holder: Holder): Promise<boolean> {
  const own = `${path}.${holder.token}`;
  await writeFile(own, JSON.stringify(holder), { flag: "wx", flush: true });
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await unlink(own);
  }
}

/**
 * Of those who find the same dead lock, one at a time holds the lock that is named after it, and
 * only such a one removes it: a lock that has been made since is another, and stays.
 */
async function remove(path: string, dead: Holder): Promise<void> {
  const guard = await lockFile(`${path}.${dead.token}.dead`).catch((error: unknown) => {
    // One that nobody can read is let go by nobody.
    if (error instanceof StoreLockedError && error.data.pid !== 0) return null;
    throw error;
  });
  if (guard === null) return pause();
  try {
    const found = await read(path);
    if (typeof found === "object" && found.token === dead.token) await unlink(path);
  } finally {
    guard.release();
  }
}

/** Of the locks of this process: one listener lets them all go, however many there are. */
const held = new Set<() => void>();

function releaseAll(): void {
  for (const release of held) release();
}

function heldBy(path: string, token: string): FileLock {
  const release = (): void => {
    held.delete(release);
    if (held.size === 0) process.off("exit", releaseAll);
    try {
      if (readFileSync(path, "utf8").includes(token)) unlinkSync(path);
    } catch {
      // It is gone already, with its folder perhaps.
    }
  };
  if (held.size === 0) process.on("exit", releaseAll);
  held.add(release);
  return { release };
}

async function read(path: string): Promise<Holder | "none" | "unreadable"> {
  try {
    const found: unknown = JSON.parse(await readFile(path, "utf8"));
    return isHolder(found) ? found : "unreadable";
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "none" : "unreadable";
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null) return false;
  const { pid, start, host, token } = value as Partial<Record<keyof Holder, unknown>>;
  const named = typeof host === "string" && typeof token === "string" && /^[\w-]+$/.test(token);
  return named && typeof pid === "number" && (start === null || typeof start === "string");
}

function lives({ pid, start, host }: Holder): boolean {
  if (host !== hostname()) return true;
  if (!processLives(pid)) return false;
  const now = processStart(pid);
  return start === null || now === null || start === now;
}

function locked(path: string, holder: Holder | "unreadable"): StoreLockedError {
  if (holder === "unreadable")
    return new StoreLockedError(
      `a lock that does not say whose it is keeps this store closed: ${path}${advice(path)}`,
      { path, pid: 0 },
    );
  const { pid, host } = holder;
  const here = host === hostname();
  const who = here ? `process ${pid}` : `process ${pid} of the host ${JSON.stringify(host)}`;
  const told = `${who} has this store open: ${path}${here ? "" : advice(path)}`;
  return new StoreLockedError(told, { path, pid });
}

/** Only who knows every machine that can reach the folder can know that nobody has it open. */
function advice(path: string): string {
  const command =
    process.platform === "win32" ? `del "${path}"` : `rm -- '${path.replaceAll("'", "'\\''")}'`;
  return `; if no process of any machine has it open, delete the lock: ${command}`;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}

function codeOf(error: unknown): string | null {
  const coded = error instanceof Error && "code" in error;
  return coded && typeof error.code === "string" ? error.code : null;
}
