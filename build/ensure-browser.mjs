// Finds a Chromium to test with, or installs Debian's where that is possible; prints its path, alone, on
// standard output: CHROMIUM_PATH="$(node build/ensure-browser.mjs)".
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { capture } from "./process.mjs";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "microsoft-edge",
];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
/** A browser that was never started may have to be read from a slow disk, on a machine that does much else. */
const VERSION_MS = 120_000;
/** Other installs may be under way; dpkg lets one in at a time, and so do the lists of packages. */
const WAIT_SECONDS = 300;
const WAIT_FOR_DPKG = `DPkg::Lock::Timeout=${WAIT_SECONDS}`;
/** For the lists apt-get does not wait, so that we do. */
const IS_HELD = /Could not get lock/;
const POLL_MS = 1_000;

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * The first browser that starts: the one that `CHROMIUM_PATH` names, or the first on the path.
 * @param {Environment} env
 * @returns {string | null}
 * @throws when `CHROMIUM_PATH` names something else, which no other browser should hide
 */
export function findBrowser(env) {
  const named = env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") {
    if (starts(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which is no browser that starts`);
  }
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].find(starts) ?? null;
}

/** @param {string} path */
function starts(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  const asked = spawnSync(path, ["--version"], { encoding: "utf8", timeout: VERSION_MS });
  return asked.status === 0 && /\d+\.\d+/.test(asked.stdout);
}

/** @returns {Promise<string>} the path of a browser that starts */
export async function ensureBrowser() {
  const found = findBrowser(process.env);
  if (found !== null) return found;
  const prefix = await privilege();
  if (prefix === null)
    throw new Error("no Chromium is here, and none can be installed: set CHROMIUM_PATH to one");
  await apt(prefix, ["update"]);
  await apt(prefix, ["install", "--yes", "--no-install-recommends", "chromium"]);
  const installed = findBrowser(process.env);
  if (installed === null) throw new Error("apt-get installed a Chromium that does not start");
  return installed;
}

/** What to put before `apt-get`. @returns {Promise<string[] | null>} null when it may not be run */
async function privilege() {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return null;
  if (process.getuid?.() === 0) return [];
  if (!existsSync("/usr/bin/sudo")) return null;
  const { code } = await capture("sudo", ["-n", "true"]);
  return code === 0 ? ["sudo", "-n"] : null;
}

/** @param {readonly string[]} prefix @param {readonly string[]} args */
async function apt(prefix, args) {
  const env = ["env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C"];
  const options = ["-qq", "-o", WAIT_FOR_DPKG];
  const [command = "env", ...rest] = [...prefix, ...env, "apt-get", ...options, ...args];
  process.stderr.write(`backread: apt-get ${args.join(" ")}\n`);
  const start = Date.now();
  for (;;) {
    const { code, output } = await capture(command, rest);
    if (code === 0) return;
    const isOver = Date.now() - start > WAIT_SECONDS * 1_000;
    if (isOver || !IS_HELD.test(output))
      throw new Error(`apt-get ${args.join(" ")} ended with ${code}: ${output}`);
    await sleep(POLL_MS);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await ensureBrowser());
