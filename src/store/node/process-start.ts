import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Where the time of a process's start stands in `/proc/…/stat`, counted from after its name. */
const START_FIELD = 19;

/**
 * What tells a process from a later one of the same number; null where the system does not say, or
 * where the process is not there.
 */
export function processStart(pid: number): string | null {
  try {
    if (process.platform === "linux") return startFromProc(pid);
    if (process.platform === "win32") return null;
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

/** Ticks since the start of the system, so that another start of it has to be told as well. */
function startFromProc(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const ticks = fields[START_FIELD];
  return ticks === undefined ? null : `${boot} ${ticks}`;
}

export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and is somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
