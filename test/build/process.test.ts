import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { fromRoot } from "../../build/paths.mjs";
import { CommandFailed, capture, runNode } from "../../build/process.mjs";

const MODULE = JSON.stringify(new URL("../../build/process.mjs", import.meta.url).href);

/** How a Node that runs another through `capture` ends, when the other signals it at its first breath. */
function parentOf(child: string, signal: NodeJS.Signals): Promise<string> {
  const signals = `${child}; setTimeout(() => {}, 20000); process.kill(process.ppid, "${signal}");`;
  const script = `
    import { capture } from ${MODULE};
    capture(process.execPath, ["-e", ${JSON.stringify(signals)}]).then(
      () => console.log("went on"),
      (error) => console.log(error.constructor.name, error.code),
    );`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script]);
  let output = "";
  parent.stdout.on("data", (chunk: Buffer) => (output += String(chunk)));
  return once(parent, "close").then(() => output);
}

describe("a command", () => {
  it("is heard on both streams, and its code is told", async () => {
    const script = `console.log("out"); console.error("err"); process.exitCode = 3;`;
    const { code, output } = await capture(process.execPath, ["-e", script]);
    expect(code).toBe(3);
    expect(output.split("\n").toSorted()).toEqual(["", "err", "out"]);
  });

  it("fails as an error that carries its code", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      const run = runNode(fromRoot("no-such-file.mjs"), [], { quiet: true });
      await expect(run).rejects.toBeInstanceOf(CommandFailed);
      await expect(run).rejects.toMatchObject({ code: 1 });
      expect(String(stderr.mock.calls[0]?.[0])).toContain("no-such-file.mjs");
    } finally {
      stderr.mockRestore();
    }
  });

  it("keeps text whole that arrives in pieces", async () => {
    const script = `const b = Buffer.from("é"); process.stdout.write(b.subarray(0, 1));
      setTimeout(() => process.stdout.write(b.subarray(1)), 50);`;
    expect((await capture(process.execPath, ["-e", script])).output).toBe("é");
  });
});

it("many commands at once share one listener of signals, and leave none", async () => {
  const before = process.listenerCount("SIGINT");
  const runs = Array.from({ length: 12 }, () => capture(process.execPath, ["-e", ""]));
  expect(process.listenerCount("SIGINT")).toBe(before + 1);
  await Promise.all(runs);
  expect(process.listenerCount("SIGINT")).toBe(before);
});

describe.skipIf(process.platform === "win32")("a signal to us", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "%s goes on to the command, which ends first",
    async (signal) => {
      const child = `process.on("${signal}", () => setTimeout(() => process.exit(7), 50));
      setTimeout(() => {}, 20000);`;
      expect(await parentOf(child, signal)).toBe("Interrupted 7\n");
    },
  );

  it("ends what we do next, even when the command does not mind it", async () => {
    const child = `process.on("SIGTERM", () => process.exit(0))`;
    expect(await parentOf(child, "SIGTERM")).toBe("Interrupted 0\n");
  });

  it("is told by its usual code", async () => {
    expect(await parentOf("", "SIGTERM")).toBe("Interrupted 143\n");
  });
});
