/** A log over a file of one message object a line, read from its end. */
export { blobSource } from "./byte-source.js";
export type { BlobLike, ByteSource } from "./byte-source.js";
export { jsonlLog } from "./jsonl-log.js";
export type { JsonlLog } from "./jsonl-log.js";
export { openJsonlLog } from "./open.js";
export { CHUNK_BYTES, MAX_LINE_BYTES } from "./settings.js";
export type { JsonlIssue, JsonlOptions } from "./settings.js";
