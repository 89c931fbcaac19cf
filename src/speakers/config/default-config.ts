import { readSpeakerConfig } from "./read-speaker-config.js";
import type { SpeakerConfig } from "./speaker-config.js";

/** What holds where no configuration is given: every gate is off. */
export function defaultSpeakerConfig(): SpeakerConfig {
  const read = readSpeakerConfig({});
  if (read.ok) return read.config;
  throw new Error("a configuration without a key has no problem");
}
