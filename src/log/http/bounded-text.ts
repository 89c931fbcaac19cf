import { MalformedPageError } from "../../model/page-errors.js";

/** The body's bytes, joined; null as soon as there are more than `limit`, whatever was announced. */
export async function readBytes(response: Response, limit: number): Promise<Uint8Array | null> {
  const { body, headers } = response;
  if (body === null) return new Uint8Array(0);
  const reader = body.getReader();
  const announced = Number(headers.get("content-length") ?? 0);
  if (announced > limit) return leave(reader);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return join(chunks, length);
    length += value.length;
    if (length > limit) return leave(reader);
    chunks.push(value);
  }
}

/** Text of UTF-8 bytes; bytes that are none are not repaired. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw MalformedPageError.of("it is not UTF-8");
  }
}

/** Lets whoever sends know that nobody listens. */
async function leave(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<null> {
  await reader.cancel();
  return null;
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
