import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Consumer, DOORS, MANIFEST, packedArchive } from "./package.js";

/** What npm says when it cannot speak to a registry, as against what a registry refuses. */
const OUT_OF_REACH =
  /code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR|E429|E50\d)\b/;
/** What a download may take; npm's own patience, five minutes for one answer, is longer than a test's. */
const NPM_MS = 120_000;

const consumer = new Consumer();
let reached = true;
beforeAll(async () => {
  const archive = await packedArchive();
  writeFileSync(join(consumer.path, "package.json"), '{ "private": true }\n');
  const options = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0"];
  const { status, signal, stderr } = spawnSync("npm", ["install", archive, ...options], {
    cwd: consumer.path,
    shell: process.platform === "win32",
    encoding: "utf8",
    timeout: NPM_MS,
  });
  if (status === 0) return;
  if (signal === null && !OUT_OF_REACH.test(stderr))
    throw new Error(`npm install ended with ${status}: ${stderr}`);
  reached = false;
  // Half an install may be there.
  rmSync(join(consumer.path, "node_modules"), { recursive: true, force: true });
  consumer.extract(archive);
  consumer.linkDependencies();
});
afterAll(() => consumer.remove());

describe("the installed package", () => {
  it.each(DOORS)("opens %s in bare Node", (door) => {
    const { status, stdout, stderr } = consumer.evaluate(
      `console.log(Object.keys(await import(${JSON.stringify(door)})).length)`,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(Number(stdout)).toBeGreaterThan(0);
  });

  it("keeps what is behind its doors to itself", () => {
    const { status, stderr } = consumer.evaluate(`await import("backread/dist/index.js")`);
    expect(status).toBe(1);
    expect(stderr).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  it("gives its assets by address", () => {
    const { status, stdout } = consumer.evaluate(`
      import { readFileSync } from "node:fs";
      for (const asset of ["core.wasm", "re2.wasm"]) {
        const bytes = readFileSync(new URL(import.meta.resolve("backread/" + asset)));
        new WebAssembly.Module(bytes);
      }
      const { version } = JSON.parse(readFileSync(new URL(import.meta.resolve("backread/package.json"))));
      console.log(version);`);
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${MANIFEST.version}\n` });
  });

  it.each([
    ["--version", [MANIFEST.version]],
    ["--help", ["search", "pins", "threads", "context", "find", "demo"]],
    ["demo", ["search"]],
  ])("runs its command: backread %s", (argument, words) => {
    const main = join(consumer.package, "dist/cli/main.js");
    const { status, stdout, stderr } = consumer.run(process.execPath, [main, argument]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const word of words) expect(stdout).toContain(word);
  });

  it("puts its command where npm looks for commands", ({ skip }) => {
    skip(!reached, "no registry in reach: the package was put in place by hand");
    const { status, stdout } = consumer.run("npm", [
      "exec",
      "--offline",
      "backread",
      "--",
      "--version",
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain(MANIFEST.version);
  });
});
