// Everything that stands between a fresh checkout and a working dist/: install, compile, build. What is
// fresh is left alone; all that is said goes to standard error.
import { cpSync, rmSync } from "node:fs";
import { isFresh, runIfStale } from "./fresh.mjs";
import { INSTALL_RECORD, isInstalled } from "./installed.mjs";
import { withLock } from "./lock.mjs";
import { fromRoot } from "./paths.mjs";
import { run, runNode } from "./process.mjs";

/** Installs when `node_modules` is not what the lock file names. */
export async function ensureInstalled() {
  if (!isInstalled()) await alone(install);
}

/** Brings `dist/` up to date. */
export async function ensureBuilt() {
  if (isInstalled() && STEPS.every((step) => isFresh(step))) return;
  await alone(async () => {
    await install();
    for (const step of STEPS) if (await runIfStale(step)) say(`made ${step.name}`);
  });
}

/** @param {() => Promise<void>} task */
function alone(task) {
  const wait = (/** @type {number} */ owner) => say(`waiting for the set-up of process ${owner}`);
  return withLock(fromRoot(".backread/setup.lock"), task, wait);
}

async function install() {
  // Asked again: whoever held the lock may have done it.
  if (isInstalled()) return;
  say("installing packages");
  // npm clears the folder in no order; without its record, what it leaves when cut short is no install.
  rmSync(fromRoot(INSTALL_RECORD), { force: true });
  await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], { quiet: true });
}

/** @type {readonly import("./fresh.mjs").Step[]} */
const STEPS = [
  wasm("release", "build/core.wasm"),
  wasm("debug", "build/core.debug.wasm"),
  {
    name: "re2.wasm",
    inputs: ["build/re2-wasm.mjs", "package-lock.json"],
    outputs: ["build/re2.wasm"],
    run: () => runNode("build/re2-wasm.mjs", [], { quiet: true }),
  },
  {
    name: "dist",
    inputs: [
      "src",
      "tsconfig.json",
      "package-lock.json",
      "build/core.wasm",
      "build/re2.wasm",
      "build/schemas.mjs",
    ],
    outputs: ["dist"],
    run: async () => {
      rmSync(fromRoot("dist"), { recursive: true, force: true });
      await runNode("node_modules/typescript/bin/tsc", ["-p", "tsconfig.json"], { quiet: true });
      cpSync(fromRoot("build/core.wasm"), fromRoot("dist/core/core.wasm"));
      cpSync(fromRoot("build/re2.wasm"), fromRoot("dist/regex/re2.wasm"));
      cpSync(fromRoot("node_modules/re2-wasm/LICENSE"), fromRoot("dist/regex/re2.LICENSE"));
      await runNode("build/schemas.mjs", [], { quiet: true });
    },
  },
];

/** @param {"release" | "debug"} target @param {string} output @returns {import("./fresh.mjs").Step} */
function wasm(target, output) {
  const args = ["--config", "asconfig.json", "--target", target];
  return {
    name: output.replace("build/", ""),
    inputs: ["assembly", "asconfig.json", "package-lock.json"],
    outputs: [output],
    run: () => runNode("node_modules/assemblyscript/bin/asc.js", args, { quiet: true }),
  };
}

/** @param {string} what */
function say(what) {
  process.stderr.write(`backread: ${what}\n`);
}
