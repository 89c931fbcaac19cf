#!/usr/bin/env node
import { run } from "./run.js";
import { EXIT } from "./io.js";
import { terminal } from "./terminal.js";

const interrupt = new AbortController();
process.once("SIGINT", () => {
  interrupt.abort(new Error("interrupted"));
  // The command may be deep in a read; whoever asks twice does not wait for its end.
  process.once("SIGINT", () => process.exit(EXIT.interrupted));
});

// `backread … | head` closes the pipe when it has enough.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? EXIT.found);
  });

process.exitCode = await run(
  {
    out: terminal(process.stdout, process.env),
    err: terminal(process.stderr, process.env),
    env: process.env,
    signal: interrupt.signal,
  },
  process.argv.slice(2),
);
