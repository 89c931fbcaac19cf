import { spawn } from "node:child_process";
import { root } from "./paths.mjs";

/** A command ended with something other than 0. */
export class CommandFailed extends Error {
  /** @param {string} command @param {number} code */
  constructor(command, code) {
    super(`${command} ended with ${code}`);
    this.code = code;
  }
}

/** We were told to stop while a command ran: nothing more is to be run. */
export class Interrupted extends CommandFailed {}

/** @typedef {{ env?: Record<string, string> }} RunOptions */

/**
 * Runs a command in the project's root, its output on ours.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions & { quiet?: boolean }} [options] quiet: print the output, to standard error, only when it fails
 * @returns {Promise<void>}
 */
export async function run(command, args, options = {}) {
  if (options.quiet === true) {
    const { code, output } = await capture(command, args, options);
    if (code === 0) return;
    process.stderr.write(output);
    throw new CommandFailed(`${command} ${args.join(" ")}`, code);
  }
  const code = await ended(start(command, args, options, "inherit"));
  if (code !== 0) throw new CommandFailed(`${command} ${args.join(" ")}`, code);
}

/** Runs a script of a dependency with this Node. @param {string} script @param {readonly string[]} args @param {Parameters<typeof run>[2]} [options] */
export function runNode(script, args, options) {
  return run(process.execPath, [script, ...args], options);
}

/**
 * Runs a command in the project's root and keeps what it prints, on both streams, in order of arrival.
 * @param {string} command @param {readonly string[]} args @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function capture(command, args, options = {}) {
  const child = start(command, args, options, "pipe");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (text) => (output += text));
  }
  return { code: await ended(child), output };
}

/** @param {string} command @param {readonly string[]} args @param {RunOptions} options @param {"inherit" | "pipe"} output */
function start(command, args, { env }, output) {
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: [output === "inherit" ? "inherit" : "ignore", output, output],
    // npm is a .cmd file there, which only a shell can start.
    shell: process.platform === "win32" && command === "npm",
  });
}

/** @type {Readonly<Record<string, number>>} */
const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 };

/**
 * Waits for a child and answers with its exit code. A signal to us goes on to it, so that it ends first,
 * and then `Interrupted` carries its code; a terminal has sent its interrupt to the child already.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>}
 */
async function ended(child) {
  let interrupted = false;
  const off = onSignal((signal) => {
    interrupted = true;
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
  /** @type {Promise<number>} */
  const closed = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? SIGNAL_CODES[signal ?? ""] ?? 1));
  });
  try {
    const code = await closed;
    if (interrupted) throw new Interrupted(child.spawnfile, code);
    return code;
  } finally {
    off();
  }
}

/** @type {Set<(signal: NodeJS.Signals) => void>} */
const heard = new Set();
/** @param {NodeJS.Signals} signal */
const tell = (signal) => heard.forEach((told) => told(signal));

/**
 * Many children run at once: they share one listener, of which Node would warn us otherwise.
 * @param {(signal: NodeJS.Signals) => void} told
 * @returns {() => void} no longer
 */
function onSignal(told) {
  if (heard.size === 0) process.on("SIGINT", tell).on("SIGTERM", tell);
  heard.add(told);
  return () => {
    heard.delete(told);
    if (heard.size === 0) process.off("SIGINT", tell).off("SIGTERM", tell);
  };
}
