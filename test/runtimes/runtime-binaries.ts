import { spawnSync } from "node:child_process";
import { fromRoot } from "../../build/paths.mjs";
import type { Runtime } from "./doors.js";

const FROM_NPM: Readonly<Partial<Record<Runtime, string>>> = {
  workerd: "node_modules/.bin/workerd",
  Deno: "node_modules/.bin/deno",
  Bun: "node_modules/.bin/bun",
};

/** The command of a runtime that is a command. */
export function binaryOf(runtime: Runtime): string {
  const path = FROM_NPM[runtime];
  return path === undefined ? process.execPath : fromRoot(path);
}

const found = new Map<Runtime, string | null>();

/** Why a runtime cannot be had on this machine: npm has no binary of it, or it does not start. Null where it can. */
export function cannotRun(runtime: Runtime): string | null {
  const known = found.get(runtime);
  if (known !== undefined) return known;
  const { status, error, stderr } = spawnSync(binaryOf(runtime), ["--version"], {
    encoding: "utf8",
  });
  const reason = status === 0 ? null : `${runtime} does not start: ${error?.message ?? stderr}`;
  found.set(runtime, reason);
  return reason;
}

/** The reason as the end of a title, so that what is skipped says why. */
export function reasonOf(reason: string | null): string {
  return reason === null ? "" : ` (skipped: ${reason})`;
}
