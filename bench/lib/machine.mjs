import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What the figures were read on. */
export function machine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}

/** The commit that was measured, marked when files differ from it; null outside of a checkout. */
export function commit() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    const changed = git("status", "--porcelain", "--untracked-files=no") !== "";
    return git("rev-parse", "HEAD").trim() + (changed ? "+changes" : "");
  } catch {
    return null;
  }
}
