import { has, readArgs } from "./args.js";
import type { Command } from "./command.js";
import { COMMANDS } from "./commands/index.js";
import { describeError } from "./describe-error.js";
import { overview, usageOf } from "./help.js";
import { EXIT, type ExitCode, type Io } from "./io.js";
import { printableLines } from "./printable.js";
import { UsageError } from "./usage-error.js";
import { version } from "./version.js";

/** Runs one command line. Every error ends as one line on stderr and an exit code. */
export async function run(io: Io, argv: readonly string[]): Promise<ExitCode> {
  try {
    return await runNamed(io, argv);
  } catch (error) {
    const { line, code } = describeError(error);
    io.err.write(`backread: ${line}\n`);
    const debug = io.env["BACKREAD_DEBUG"] ?? "";
    if (debug !== "" && debug !== "0" && error instanceof Error)
      io.err.write(`${printableLines(error.stack ?? "").join("\n")}\n`);
    return code;
  }
}

async function runNamed(io: Io, [first, ...rest]: readonly string[]): Promise<ExitCode> {
  switch (first) {
    case undefined:
      io.err.write(overview(COMMANDS, io.err.paint));
      return EXIT.bad;
    case "--version":
    case "-V":
      io.out.write(`${version()}\n`);
      return EXIT.found;
    case "help":
      return rest[0] === undefined ? help(io) : runNamed(io, [rest[0], "--help"]);
    case "--help":
    case "-h":
      return help(io);
    default:
      return runCommand(io, commandOf(first), rest);
  }
}

function help({ out }: Io): ExitCode {
  out.write(overview(COMMANDS, out.paint));
  return EXIT.found;
}

async function runCommand(io: Io, command: Command, argv: readonly string[]): Promise<ExitCode> {
  const args = readArgs(argv, [...command.options, "help"]);
  if (!has(args, "help")) return command.run(io, args);
  io.out.write(usageOf(command, io.out.paint));
  return EXIT.found;
}

function commandOf(name: string): Command {
  const command = COMMANDS.find((each) => each.name === name);
  if (command !== undefined) return command;
  const names = COMMANDS.map((each) => each.name);
  throw new UsageError(`there is no command "${name}"`, `there are ${names.join(", ")}`);
}
