import { parseMessageLine } from "../model/message-json.js";
import { choice, has, text, type Args } from "./args.js";
import type { SourceOptions } from "./open-items.js";
import type { Io } from "./io.js";
import { openImport } from "./imported-log.js";
import { isGzip } from "./magic.js";
import { headOfFile, statPath } from "./open-path.js";
import type { OpenedLog } from "./opened-log.js";
import { openOwnLog } from "./own-log.js";
import { SOURCE_FORMATS } from "./source-format.js";
import { UsageError } from "./usage-error.js";

/** Bytes of a file that are looked at to tell a log of our own. */
const OWN_HEAD_BYTES = 65_536;
/** Lines of it, so that a broken first one does not hide what the rest is. */
const OWN_HEAD_LINES = 5;

/** Opens what `--in` names: a log of our own at its end, anything else by reading it whole. */
export async function openSource(io: Io, args: Args): Promise<OpenedLog> {
  const options = sourceOptions(args);
  const { path, format, map } = options;
  const allIssues = has(args, "issues");
  const stats = await statPath(path);
  const head = stats.isFile() ? await headOfFile(path, OWN_HEAD_BYTES) : new Uint8Array();
  const plain = stats.isFile() && !isGzip(head);
  const own = format === "jsonl" || (format === null && isOwnLog(head));
  if (plain && own && map === null) return openOwnLog(path, allIssues);
  // The readers bring packages with them that a log of our own has no use for.
  const { openItems } = await import("./open-items.js");
  return openImport(io, { ...(await openItems(io, options)), allIssues });
}

/** What `--format` and `--map` say of a path. */
function sourceOptions(args: Args): SourceOptions {
  const path = text(args, "in");
  if (path === null || path === "")
    throw new UsageError("--in is missing", "it names the transcript: --in PATH");
  return {
    path,
    format: choice(args, "format", SOURCE_FORMATS),
    map: text(args, "map"),
  };
}

/** Whether a file that begins so is a plain log of our own lines. */
function isOwnLog(head: Uint8Array): boolean {
  const lines = new TextDecoder().decode(head).split("\n", OWN_HEAD_LINES);
  return lines.some((line) => parseMessageLine(line).ok);
}
