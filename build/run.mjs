// The project's commands. Each does its own set-up, so that a fresh machine needs nothing but Node and npm.
import { check } from "./check.mjs";
import { ensurePage } from "./demo.mjs";
import { CommandFailed, runNode } from "./process.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

/** @type {Record<string, (args: string[]) => Promise<void>>} */
const COMMANDS = {
  build: ensureBuilt,
  test: (args) => check(args, ensureBuilt),
  start: async (args) => {
    await ensureBuilt();
    const demo = args.length === 0 || (args.length === 1 && args[0] === "--no-serve");
    await runNode("dist/cli/main.js", demo ? ["demo"] : args);
    if (args.length > 0 || !process.stdout.isTTY) return;
    await ensurePage();
    await runNode("demo/serve.mjs", []);
  },
  conformance: async (args) => {
    await ensureBuilt();
    await runNode("test/conformance/run.mjs", args);
  },
  bench: async (args) => {
    await ensureBuilt();
    await runNode("bench/run.mjs", args);
  },
  eval: async (args) => {
    await ensureBuilt();
    await runNode("bench/eval/run.mjs", args);
  },
  "test:leaks": async (args) => {
    await ensureBuilt();
    await runNode("test/leaks/run.mjs", args);
  },
  fuzz: async (args) => {
    await ensureBuilt();
    await runNode("node_modules/vitest/vitest.mjs", ["run", "test/fuzz", ...args], {
      env: { BACKREAD_FUZZ: "nightly" },
    });
  },
  lint: async (args) => {
    await ensureInstalled();
    await runNode("node_modules/oxlint/bin/oxlint", ["--type-aware", ...args]);
  },
  format: async (args) => {
    await ensureInstalled();
    await runNode("node_modules/oxfmt/bin/oxfmt", args);
  },
};

const [name = "", ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command === undefined) {
  process.stderr.write(
    `run: no command "${name}"; there are ${Object.keys(COMMANDS).join(", ")}\n`,
  );
  process.exitCode = 2;
} else {
  try {
    await command(args);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    if (name !== "start" && name !== "conformance") process.stderr.write(`run: ${error.message}\n`);
    process.exitCode = error.code;
  }
}
