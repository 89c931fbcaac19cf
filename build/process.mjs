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

/**
 * Runs a command in the project's root, its output on ours.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string>, onLine?: (line: string) => void }} [options]
 *   quiet: print the output only when it fails; onLine: also see each line of its standard output
 * @returns {Promise<void>}
 */
export function run(command, args, options = {}) {
  const piped = options.quiet === true || options.onLine !== undefined;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ["inherit", piped ? "pipe" : "inherit", options.quiet === true ? "pipe" : "inherit"],
      shell: process.platform === "win32" && command === "npm",
    });
    let held = "";
    let line = "";
    child.stdout?.on("data", (/** @type {Buffer} */ chunk) => {
      if (options.quiet === true) held += String(chunk);
      else process.stdout.write(chunk);
      const lines = (line + String(chunk)).split("\n");
      line = lines.pop() ?? "";
      for (const each of lines) options.onLine?.(each);
    });
    child.stderr?.on("data", (/** @type {Buffer} */ chunk) => (held += String(chunk)));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (line !== "") options.onLine?.(line);
      if (code === 0) return resolve();
      if (held !== "") process.stderr.write(held);
      return reject(new CommandFailed(`${command} ${args.join(" ")}`, code ?? signalCode(signal)));
    });
  });
}

/** @param {NodeJS.Signals | null} signal */
function signalCode(signal) {
  return signal === "SIGINT" ? 130 : 1;
}

/** Runs a script of a dependency with this Node. @param {string} script @param {readonly string[]} args @param {Parameters<typeof run>[2]} [options] */
export function runNode(script, args, options) {
  return run(process.execPath, [script, ...args], options);
}
