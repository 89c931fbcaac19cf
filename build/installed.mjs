// Whether node_modules holds what the lock file names, by the record that npm leaves when it is done.
import { existsSync, readFileSync } from "node:fs";
import { fromRoot } from "./paths.mjs";

/** npm writes it last, so an install that was cut short has none. */
export const INSTALL_RECORD = "node_modules/.package-lock.json";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Locked */
/** @typedef {Readonly<Record<string, Locked>>} Packages by path: `node_modules/…` */
/** @typedef {{ os: string, cpu: string, libc: string }} Platform */

/**
 * @param {Packages} locked
 * @param {Packages} installed
 * @param {Platform} platform
 * @param {(path: string) => boolean} exists
 */
export function matchesLock(locked, installed, platform, exists) {
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === "") return true;
    const found = installed[path];
    if (found === undefined) return wanted.optional === true && !isFor(wanted, platform);
    const same = found.version === wanted.version && found.integrity === wanted.integrity;
    return same && exists(`${path}/package.json`);
  });
}

/** Whether an optional package is made for this platform; those that name none belong to others. @param {Locked} wanted @param {Platform} platform */
function isFor({ os, cpu, libc }, platform) {
  if (os === undefined && cpu === undefined) return false;
  return (
    (os?.includes(platform.os) ?? true) &&
    (cpu?.includes(platform.cpu) ?? true) &&
    (libc?.includes(platform.libc) ?? true)
  );
}

/** @returns {boolean} */
export function isInstalled() {
  const locked = packagesIn("package-lock.json");
  const installed = packagesIn(INSTALL_RECORD);
  if (locked === null || installed === null) return false;
  return matchesLock(locked, installed, thisPlatform(), (path) => existsSync(fromRoot(path)));
}

/** @param {string} path @returns {Packages | null} null when there is no such file, or half of one */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(fromRoot(path), "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

/** @returns {Platform} */
function thisPlatform() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  const libc = header.glibcVersionRuntime === undefined ? "musl" : "glibc";
  return { os: process.platform, cpu: process.arch, libc };
}
