import { readFile, stat } from "node:fs/promises";
import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import { text, type Args } from "../args.js";
import { UsageError } from "../usage-error.js";
import { readSpeakerConfigText } from "./read-speaker-config-text.js";

/** Bytes of a configuration; all of its keys together are far fewer. */
const MAX_CONFIG_BYTES = 1_048_576;

/** What `--config` names; null without it. Every problem of it is told at once. */
export async function readConfig(args: Args): Promise<SpeakerConfig | null> {
  const path = text(args, "config");
  if (path === null) return null;
  const result = await readSpeakerConfigText(await readText(path));
  if (result.ok) return result.config;
  const problems = result.problems.map(({ path, problem }) =>
    path === "" ? problem : `${path} ${problem}`,
  );
  throw new UsageError(`--config ${path}: ${problems.join("; ")}`);
}

async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`--config ${path}: is no text in UTF-8`);
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  let size: number;
  try {
    ({ size } = await stat(path));
    if (size <= MAX_CONFIG_BYTES) return await readFile(path);
  } catch (error) {
    const why = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new UsageError(`--config ${path}: cannot be read${why}`);
  }
  throw new UsageError(`--config ${path}: is longer than ${MAX_CONFIG_BYTES} bytes`);
}
