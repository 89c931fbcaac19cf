import type { SourceEntry } from "../row-view.js";
import type { ToolOptions } from "../options.js";

/** Without a word of the message: a title stands outside any frame. */
export function titleOf({ speaker, where, channel, when }: SourceEntry): string {
  const place = channel === null ? where : `${where}, ${channel}`;
  return `${speaker} in ${place}, ${when ?? "at an unknown time"}`;
}

export function addressOf(messageId: string, { urlOf }: ToolOptions): string {
  return urlOf?.(messageId) ?? `backread:message/${encodeURIComponent(messageId)}`;
}
