import { InvalidArgumentError } from "../../model/errors.js";
import { ReadError } from "../../model/page-errors.js";
import type { ByteSource } from "./byte-source.js";
import { type JsonlLog, jsonlLog } from "./jsonl-log.js";
import { type JsonlOptions, jsonlSettings } from "./settings.js";

/**
 * Opens a file of this machine (Node, Deno, Bun) until `close`. Throws `ReadError` when it cannot be
 * opened and `InvalidArgumentError` when it is no regular file.
 */
export async function openJsonlLog(
  path: string | URL,
  options: JsonlOptions = {},
): Promise<JsonlLog> {
  jsonlSettings(options); // before a file is open that nobody could close
  return jsonlLog(await openFile(path), options);
}

async function openFile(path: string | URL): Promise<ByteSource> {
  // Not an import of this module, so that the door also loads where there are no files.
  const { fileSource } = await import("./file-source.js");
  try {
    return await fileSource(path);
  } catch (error) {
    throw error instanceof InvalidArgumentError ? error : ReadError.of(error);
  }
}
