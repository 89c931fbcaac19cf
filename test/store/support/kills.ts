import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const WATCHED = new URL("../guest/watched.mjs", import.meta.url).href;

/** How an import ended. */
export interface Import {
  readonly killed: boolean;
  /** Rows that it had told to be in the store. */
  readonly told: number;
  readonly milliseconds: number;
  /** Of them, those after the first rows were told to be in; 0 where none were. */
  readonly telling: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** When to kill: so long after the start, or after the first rows are told to be in. */
export type Moment = { readonly from: "start" | "rows"; readonly milliseconds: number } | "never";

/** Runs `backread import` as somebody at a terminal would, and kills it unless it ends before. */
export async function runImport(
  { path, url }: { readonly path: string; readonly url: string },
  moment: Moment,
): Promise<Import> {
  const started = performance.now();
  const args = ["import", path, "--store", url, "--connector", "slack/acme", "--json"];
  const child = spawn(process.execPath, ["--import", WATCHED, MAIN, ...args], {
    env: { ...process.env, NO_COLOR: "1" },
  });
  let [stdout, stderr] = ["", ""];
  let timer: NodeJS.Timeout | undefined;
  let firstTold: number | undefined;
  const kill = (): void => void child.kill("SIGKILL");
  if (moment !== "never" && moment.from === "start") timer = setTimeout(kill, moment.milliseconds);
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
    if (toldIn(stderr) === 0) return;
    firstTold ??= performance.now();
    if (moment !== "never" && moment.from === "rows")
      timer ??= setTimeout(kill, moment.milliseconds);
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  const killed = signal === "SIGKILL";
  if (!killed && code !== 0) throw new Error(`the import failed (${code}): ${stderr}`);
  const ended = performance.now();
  const telling = ended - (firstTold ?? ended);
  return { killed, told: toldIn(stderr), milliseconds: ended - started, telling, stdout, stderr };
}

function toldIn(stderr: string): number {
  const last = [...stderr.matchAll(/([\d,]+) rows/g)].at(-1)?.[1] ?? "0";
  return Number(last.replaceAll(",", ""));
}
