import { has, readArgs } from "./args.js";
import type { Command, CommandGroup } from "./command.js";
import { COMMANDS } from "./commands/index.js";
import { describeError } from "./describe-error.js";
import { groupUsage, overview, usageOf } from "./help.js";
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
      return rest[0] === undefined ? help(io) : runNamed(io, [...rest, "--help"]);
    case "--help":
    case "-h":
      return help(io);
    default:
      return runEither(io, named(COMMANDS, first, "command"), rest);
  }
}

function runEither(
  io: Io,
  command: Command | CommandGroup,
  argv: readonly string[],
): Promise<ExitCode> {
  return "commands" in command ? runGroup(io, command, argv) : runCommand(io, command, argv);
}

async function runGroup(
  io: Io,
  group: CommandGroup,
  [first, ...rest]: readonly string[],
): Promise<ExitCode> {
  switch (first) {
    case undefined:
      io.err.write(groupUsage(group, io.err.paint));
      return EXIT.bad;
    case "--help":
    case "-h":
      io.out.write(groupUsage(group, io.out.paint));
      return EXIT.found;
    default: {
      const command = named(group.commands, first, `${group.name} command`);
      return runCommand(io, { ...command, name: `${group.name} ${command.name}` }, rest);
    }
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

function named<Each extends { readonly name: string }>(
  commands: readonly Each[],
  name: string,
  what: string,
): Each {
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) return command;
  const names = commands.map((each) => each.name);
  throw new UsageError(`there is no ${what} "${name}"`, `there are ${names.join(", ")}`);
}
