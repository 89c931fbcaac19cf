import { run } from "../../dist/cli/run.js";
import { terminal } from "../../dist/cli/terminal.js";
import type { Io } from "../../dist/cli/io.js";
import { checked, type Answer, type Ended } from "./process.js";

export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly signal?: AbortSignal;
}

/** A command line without a process of its own, for what a terminal would be needed for, and for speed. */
export async function inProcess(
  args: readonly string[],
  { env = {}, isTTY = false, columns = 80, signal }: Surroundings = {},
): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  const stream = (write: (text: string) => void): Io["out"] =>
    terminal({ ...(isTTY ? { isTTY, columns } : {}), write }, env);
  const code = await run(
    {
      out: stream((text) => (stdout += text)),
      err: stream((text) => (stderr += text)),
      env,
      signal: signal ?? new AbortController().signal,
    },
    args,
  );
  return { code, stdout, stderr };
}

/** The same with `--json`; the answer, checked against the schema that is shipped. */
export async function inProcessJson(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly json: Answer; readonly stderr: string }> {
  const [command = ""] = args;
  const { code, stdout, stderr } = await inProcess([...args, "--json"]);
  return { code, json: checked(command, stdout), stderr };
}
