import { spawn, type ChildProcess } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "../../build/paths.mjs";
import type { Consumer } from "../packed/package.js";
import { install } from "./installation.js";
import { binaryOf, cannotRun, reasonOf } from "./runtime-binaries.js";

let consumer: Consumer;
beforeAll(async () => {
  consumer = await install();
  for (const path of ["examples", "demo/sample.jsonl", "tsconfig.json"])
    cpSync(fromRoot(path), join(consumer.path, path), { recursive: true });
});
afterAll(() => consumer.remove());

describe("the examples, beside the installed package", () => {
  it("compile in strict mode", async () => {
    const tsc = fromRoot("node_modules/typescript/bin/tsc");
    const ended = await consumer.start(process.execPath, [tsc, "-p", "examples"]);
    expect(ended).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it("node-log.mjs passes the suite for logs and finds its row", async () => {
    const { status, stdout, stderr } = await consumer.start(process.execPath, [
      "examples/node-log.mjs",
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^the suite for logs holds: [1-9]\d* cases$/),
      "^1 The gauge reads 140 cm at noon.",
      "3 messages read, to the end of the log",
      "",
    ]);
  });
});

/** Starts `deno.ts` on a free port. @returns its address, once it listens */
function serveSample(deno: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    for (const stream of [deno.stdout, deno.stderr])
      if (stream !== null)
        createInterface(stream).on("line", (line) => {
          said += `${line}\n`;
          const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
          if (address !== null) resolve(`${address[0]}/log`);
        });
    deno.once("error", reject);
    deno.once("exit", (code) => reject(new Error(`deno.ts ended with ${code}: ${said}`)));
  });
}

const reason = cannotRun("Deno") ?? cannotRun("Bun");
describe.skipIf(reason !== null)(`deno.ts serves what bun.ts searches${reasonOf(reason)}`, () => {
  let deno: ChildProcess;
  let url: string;
  beforeAll(async () => {
    const permissions = ["--no-remote", "--allow-read", "--allow-net=127.0.0.1"];
    const args = ["run", ...permissions, "examples/deno.ts", "demo/sample.jsonl", "0"];
    deno = spawn(binaryOf("Deno"), args, { cwd: consumer.path });
    url = await serveSample(deno);
  });
  afterAll(() => deno?.kill());

  const search = (query: string) =>
    consumer.start(binaryOf("Bun"), ["examples/bun.ts", url, query]);

  it("finds a text, and reads to the oldest row", async () => {
    const { status, stdout, stderr } = await search("140 cm");
    expect(status).toBe(0);
    expect(stdout).toContain("^55 tides:");
    expect(stderr).toMatch(/^412 rows read, down to \^1\n$/);
  });

  it("finds an expression", async () => {
    const { status, stdout } = await search("/\\d{3} cm/");
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toEqual(lines.map(() => expect.stringMatching(/^\^\d+ \w+: .*\d{3} cm/)));
  });

  it("serves its one path, and says what is wrong with a request", async () => {
    expect((await fetch(new URL("/", url))).status).toBe(404);
    expect((await fetch(`${url}?limit=0`)).status).toBe(400);
  });
});
