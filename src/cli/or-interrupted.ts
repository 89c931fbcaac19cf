import { nothingRead } from "../log/walk.js";
import { AbortedError } from "../model/errors.js";
import type { Coverage } from "../model/message.js";
import { has, type Args } from "./args.js";
import { EXIT, type ExitCode } from "./io.js";

/**
 * Runs a command. Where an interrupt ends it and JSON is asked for, `print` gives the empty answer in
 * the command's own form. Rows that it had read by then are not counted: nothing of them is in it.
 */
export async function orInterrupted(
  args: Args,
  command: () => Promise<ExitCode>,
  print: (coverage: Coverage) => Promise<void>,
): Promise<ExitCode> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof AbortedError) || !has(args, "json")) throw error;
    await print({ ...nothingRead(null), stoppedBy: "aborted" });
    return EXIT.interrupted;
  }
}
