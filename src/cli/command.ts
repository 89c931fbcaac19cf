import type { Args } from "./args.js";
import type { ExitCode, Io } from "./io.js";
import type { OptionName } from "./options.js";

export interface Command {
  readonly name: string;
  /** One line, in the list of commands. */
  readonly summary: string;
  /** What stands behind the name in its usage line. */
  readonly usage: string;
  /** A paragraph about it, of any length. */
  readonly details: string;
  /** Without `help`, which every command has. */
  readonly options: readonly OptionName[];
  run(io: Io, args: Args): Promise<ExitCode>;
}

/** Commands of one purpose, by a second name: `admin reindex`. */
export interface CommandGroup extends Pick<Command, "name" | "summary" | "details"> {
  readonly commands: readonly Command[];
}
