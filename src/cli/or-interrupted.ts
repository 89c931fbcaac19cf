import { AbortedError } from "../model/errors.js";
import type { Coverage } from "../model/message.js";
import { has, type Args } from "./args.js";
import { EXIT, type ExitCode } from "./io.js";

/**
 * Runs a command. What it had covered when an interrupt ended it is still an answer: where JSON is
 * asked for, `print` gives it in the command's own form.
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
    await print(error.data.coverage);
    return EXIT.interrupted;
  }
}
