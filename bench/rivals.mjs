// Installs what bench/package-lock.json names, when it is not there.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { matchesLock } from "../build/installed.mjs";
import { run } from "../build/process.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const RECORD = `${HERE}node_modules/.package-lock.json`;
/** None of the rivals is made for one platform only. */
const ANY_PLATFORM = { os: "", cpu: "", libc: "" };

/** @param {(line: string) => void} say */
export async function ensureRivals(say) {
  if (areInstalled()) return;
  say("installing the rivals");
  // npm clears the folder in no order; without its record, what it leaves when cut short is no install.
  rmSync(RECORD, { force: true });
  await run("npm", ["ci", "--prefix", HERE, "--no-audit", "--no-fund"], { quiet: true });
}

function areInstalled() {
  const locked = packagesIn(`${HERE}package-lock.json`);
  const installed = packagesIn(RECORD);
  if (locked === null || installed === null) return false;
  return matchesLock(locked, installed, ANY_PLATFORM, (path) => existsSync(HERE + path));
}

/** @param {string} path @returns {import("../build/installed.mjs").Packages | null} null when there is no such file, or half of one */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}
