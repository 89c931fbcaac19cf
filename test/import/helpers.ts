import type { ImportItem } from "../../dist/import/index.js";
import { collect, readExport, type Imported } from "../../dist/import/index.js";
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { existsSync } from "node:fs";
import { expect } from "vitest";

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const blob = (...parts: (string | Uint8Array)[]): Blob =>
  new Blob(parts.map((part) => (typeof part === "string" ? part : new Uint8Array(part))));

/**
 * The bytes in chunks of `size`, from one buffer that is used again, as a careless producer would.
 */
export async function* chunked(whole: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(size);
  for (let at = 0; at < whole.length; at += size) {
    const part = whole.subarray(at, at + size);
    buffer.fill(0);
    buffer.set(part);
    yield buffer.subarray(0, part.length);
  }
}

/** The bytes in two chunks. */
export async function* cut(whole: Uint8Array, at: number): AsyncGenerator<Uint8Array> {
  yield whole.slice(0, at);
  yield whole.slice(at);
}

export function stream(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

export async function gzip(data: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([new Uint8Array(data)])
    .stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** The outcome in few words: what each message says, and each issue without its prose. */
export async function outline(items: AsyncIterable<ImportItem>): Promise<{
  rows: string[];
  issues: string[];
  all: Imported;
}> {
  const all = await collect(items);
  const rows = all.messages.map(({ author, content, parent }) => {
    const who =
      author.type === "system" ? `(${author.kind})` : author.type === "operator" ? "" : author.id;
    return `${who}${parent === null ? "" : "^"}: ${content}`;
  });
  const issues = all.report.issues.map(({ code, effect, at }) => `${code} ${effect} @${at}`);
  return { rows, issues, all };
}

/**
 * A data file of the machine that the project is worked on; tests on it are skipped where it is
 * not.
 */
export function shared(name: string): { readonly url: URL; readonly missing: boolean } {
  const url = new URL(`../../../shared/data/${name}`, import.meta.url);
  return { url, missing: !existsSync(url) };
}

export async function zipOf(files: Readonly<Record<string, string>>): Promise<Blob> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [path, text] of Object.entries(files)) await zip.add(path, new TextReader(text));
  return blob(await zip.close());
}

type Reader = (source: Blob, options: { readonly file?: string }) => AsyncIterable<ImportItem>;

/**
 * Cuts a source short at every byte, and spoils some: the reader ends, and says what is wrong in
 * typed errors or not at all; through the door that tells formats apart, likewise.
 */
export async function survives(whole: Uint8Array, name: string, read: Reader): Promise<void> {
  for (let at = 0; at <= whole.length; at++) {
    const short = blob(whole.subarray(0, at));
    const { messages } = await collect(read(short, { file: name }));
    for (const [i, message] of messages.entries())
      expect(message.sequence).toBeGreaterThan(messages[i - 1]?.sequence ?? -1);
    if (at % 8 > 0) continue;
    const spoiled = whole.slice();
    spoiled[at] = 0xff;
    await collect(read(blob(spoiled), { file: name }));
    try {
      await collect(readExport(name, short));
    } catch (error) {
      expect(error).toHaveProperty("code", "unknown_format");
    }
  }
}
