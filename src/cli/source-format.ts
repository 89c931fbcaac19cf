/** `jsonl` is a log of our own, read from its end; the others are read whole. */
export const SOURCE_FORMATS = [
  "jsonl",
  "rows",
  "slack",
  "discord",
  "telegram",
  "irc",
  "chatgpt",
  "claude-code",
  "whatsapp",
  "mbox",
] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];
