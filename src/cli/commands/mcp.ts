import { positionals, type Args } from "../args.js";
import type { Command } from "../command.js";
import { readConfig } from "../config/read-config.js";
import { describeError } from "../describe-error.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { viewingFrom } from "../store/viewing.js";
import { STORE_OPTIONS, withStore } from "../store/with-store.js";
import type { Store } from "../../store/store-port.js";
import { createEngine } from "../tools.js";
import { version } from "../version.js";

export const mcp: Command = {
  name: "mcp",
  summary: "the tools for models, over standard input and output",
  usage: "--viewing ROOM",
  details:
    "A Model Context Protocol server: search_history, read_message, pinboard and threads; " +
    "query_facts too where --config names a model for facts. Its speaker gates say whether " +
    "answers tell who said what, and whether a speaker can be chosen. Whose rights it has is " +
    "said here, by --viewing and --requester, and by no tool's arguments. It serves until its " +
    "input ends.",
  options: [...STORE_OPTIONS, "config", "viewing", "requester"],
  run,
};

async function run(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const config = await readConfig(args);
  const serve = async (store: Store): Promise<ExitCode> => {
    const view = await viewingFrom(store, args);
    const { serveMcpStdio } = await import("../../tools/mcp/index.js");
    if (io.signal.aborted) return EXIT.interrupted;
    const server = await serveMcpStdio({
      openTurn: () => Promise.resolve(view),
      ...(config === null ? {} : { speakers: config, facts: config.models.facts !== "" }),
      serverInfo: { name: "backread", version: version() },
      // Standard output belongs to the protocol.
      onError: (error) => {
        io.err.write(`backread: ${describeError(error).line}\n`);
      },
    });
    await inputEnded(io.signal);
    await server.close();
    return io.signal.aborted ? EXIT.interrupted : EXIT.found;
  };
  return withStore(io, args, serve, { regex: await createEngine() });
}

function inputEnded(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    // It may have come before anybody listened, while the server was made.
    if (signal.aborted) resolve();
  });
}
