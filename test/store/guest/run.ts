import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Another process that runs a file of this folder. */
export class Guest {
  readonly process: ChildProcess;
  output = "";
  readonly #closed: Promise<unknown>;

  constructor(name: string, args: readonly string[]) {
    const file = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
    this.process = spawn(process.execPath, [file, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.process.stdout?.on("data", (chunk) => (this.output += String(chunk)));
    this.#closed = once(this.process, "close");
  }

  /** Until it has printed so many lines. */
  async printed(lines: number): Promise<void> {
    while (this.output.split("\n").length <= lines) {
      if (this.process.exitCode !== null) throw new Error(`it ended: ${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async ended(): Promise<string> {
    await this.#closed;
    return this.output;
  }

  async kill(): Promise<string> {
    this.process.kill("SIGKILL");
    return this.ended();
  }
}
