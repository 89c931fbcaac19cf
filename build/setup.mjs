// Everything that stands between a fresh checkout and a working dist/: install, compile, build.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { digest, runIfStale } from "./fresh.mjs";
import { fromRoot } from "./paths.mjs";
import { run, runNode } from "./process.mjs";

const INSTALL_STAMP = "node_modules/.backread-install";

/** Installs when `node_modules` is missing or older than the lock file. */
export async function ensureInstalled() {
  const key = digest({
    inputs: ["package-lock.json"],
    salt: `${process.platform} ${process.arch}`,
  });
  const stamp = fromRoot(INSTALL_STAMP);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  say("installing packages");
  await run("npm", ["ci", "--no-audit", "--no-fund"], { quiet: true });
  writeFileSync(stamp, key);
}

/** Brings `dist/` up to date; what is fresh is left alone. */
export async function ensureBuilt() {
  await ensureInstalled();
  const steps = [wasm("release", "build/core.wasm"), wasm("debug", "build/core.debug.wasm"), re2()];
  for (const step of [...steps, types(), assets()]) if (await runIfStale(step)) say(step.name);
}

/** @param {"release" | "debug"} target @param {string} output @returns {import("./fresh.mjs").Step} */
function wasm(target, output) {
  return {
    name: `core-${target}`,
    inputs: ["assembly", "asconfig.json", "package-lock.json"],
    outputs: [output],
    run: () =>
      runNode(
        "node_modules/assemblyscript/bin/asc.js",
        ["--config", "asconfig.json", "--target", target],
        { quiet: true },
      ),
  };
}

/** @returns {import("./fresh.mjs").Step} */
function re2() {
  return {
    name: "re2",
    inputs: ["build/re2-wasm.mjs", "package-lock.json"],
    outputs: ["build/re2.wasm"],
    run: () => runNode("build/re2-wasm.mjs", [], { quiet: true }),
  };
}

/** @returns {import("./fresh.mjs").Step} */
function types() {
  return {
    name: "dist",
    inputs: ["src", "tsconfig.json", "package-lock.json"],
    outputs: ["dist/index.js"],
    run: async () => {
      rmSync(fromRoot("dist"), { recursive: true, force: true });
      await runNode("node_modules/typescript/bin/tsc", ["-p", "tsconfig.json"]);
    },
  };
}

/** @returns {import("./fresh.mjs").Step} */
function assets() {
  const copies = [
    ["build/core.wasm", "dist/core/core.wasm"],
    ["build/re2.wasm", "dist/regex/re2.wasm"],
  ];
  return {
    name: "assets",
    inputs: ["src", "tsconfig.json", "build/core.wasm", "build/re2.wasm"],
    outputs: copies.map(([, to]) => to ?? ""),
    run: () => {
      for (const [from, to] of copies) cpSync(fromRoot(from ?? ""), fromRoot(to ?? ""));
    },
  };
}

/** @param {string} what */
function say(what) {
  process.stderr.write(`backread: ${what}\n`);
}
