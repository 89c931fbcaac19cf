import type { Args } from "./args.js";
import type { ExitCode, Io } from "./io.js";
import { openSource } from "./open-source.js";
import type { OpenedLog } from "./opened-log.js";

/** Opens what `--in` names for as long as `use` runs; what could not be read is said after its output. */
export async function withSource(
  io: Io,
  args: Args,
  use: (opened: OpenedLog) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await openSource(io, args);
  try {
    return await use(opened);
  } finally {
    await opened.close();
    opened.issues.report(io);
  }
}
