import { readSpeakerConfig } from "../../speakers/config/read-speaker-config.js";
import type { SpeakerConfigResult } from "../../speakers/config/speaker-config.js";

/**
 * Reads a configuration as a file holds it: YAML 1.2, of which JSON is a part. What cannot be read
 * as such is a problem of the whole, with its line and column; a key that stands twice is one.
 */
export async function readSpeakerConfigText(text: string): Promise<SpeakerConfigResult> {
  // Other commands have no use for a parser.
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { version: "1.2", schema: "core", prettyErrors: true });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) return failed(faults.map(({ message }) => firstLine(message)));
  try {
    // Nothing in it is long enough to be worth a name; a chain of aliases can fill the memory.
    return readSpeakerConfig(document.toJS({ maxAliasCount: 0 }) as unknown);
  } catch (error) {
    return failed([firstLine(error instanceof Error ? error.message : String(error))]);
  }
}

function failed(problems: readonly string[]): SpeakerConfigResult {
  return { ok: false, problems: problems.map((problem) => ({ path: "", problem })) };
}

/** Without the picture of the place that stands below it. */
function firstLine(message: string): string {
  const [first = ""] = message.split("\n");
  return first.replace(/:$/, "");
}
