#!/usr/bin/env node
import { run } from "./run.js";
import { EXIT } from "./io.js";
import { terminal } from "./terminal.js";

const interrupt = new AbortController();
// Once: whoever interrupts twice does not wait for anything to end.
process.once("SIGINT", () => interrupt.abort(new Error("interrupted")));

// `backread … | head` closes the pipe when it has enough.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? EXIT.found);
  });

const code = await run(
  {
    out: terminal(process.stdout, process.env),
    err: terminal(process.stderr, process.env),
    env: process.env,
    signal: interrupt.signal,
  },
  process.argv.slice(2),
);
process.exitCode = code;
// A read that the interrupt left behind would keep the process alive.
if (code === EXIT.interrupted) process.stdout.write("", () => process.exit());
