import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonlIssue, jsonlLog } from "../../dist/log/jsonl/index.js";
import type { Message } from "../../dist/model/message.js";
import { formatMessageLine } from "../../dist/model/message-json.js";
import { bytesOf, CountingSource, naivePage, row, walkAll } from "./jsonl-support.js";

type Piece = { readonly gap: number; readonly content: string } | { readonly junk: Uint8Array };

const junk = fc.constantFrom(
  "",
  " ",
  "\t\r",
  "{",
  "not json",
  '{"sequence":-1}',
  "[]",
  '{"sequence":1,"content":"x"}',
);
const brokenUtf8 = fc.constantFrom([0xff], [0xc3], [0x22, 0xed, 0xa0, 0x80, 0x22]);
const content = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50, max: 400 }).map((n) => "é€😀\n".repeat(n / 4)) },
);
const pieces = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ gap: fc.integer({ min: 1, max: 5 }), content }),
    },
    { weight: 1, arbitrary: junk.map((text): Piece => ({ junk: bytesOf(text) })) },
    { weight: 1, arbitrary: brokenUtf8.map((bytes): Piece => ({ junk: Uint8Array.from(bytes) })) },
  ),
  { maxLength: 40 },
);
const newlines = fc.constantFrom("\n", "\r\n");
const chunks = fc.constantFrom(1, 2, 3, 7, 64, 100, 1000, 65_536);
const limits = fc.constantFrom(1, 2, 3, 7, 50);

interface Built {
  readonly bytes: Uint8Array;
  readonly rows: readonly Message[];
  /** Offsets of the lines that hold something but no message, ascending. */
  readonly malformed: readonly number[];
}

function build(parts: readonly Piece[], newline: string, options: { bom: boolean }): Built {
  const rows: Message[] = [];
  const malformed: number[] = [];
  let bytes = bytesOf(options.bom ? "\ufeff" : "");
  let sequence = 0;
  for (const part of parts) {
    if ("junk" in part) {
      const first = bytes.length === 3 && options.bom ? 0 : bytes.length;
      if (!/^\s*$/.test(Buffer.from(part.junk).toString("latin1"))) malformed.push(first);
      bytes = bytesOf(bytes, part.junk, newline);
    } else {
      sequence += part.gap;
      const message = row(sequence, part.content);
      rows.push(message);
      bytes = bytesOf(bytes, formatMessageLine(message), newline);
    }
  }
  return { bytes, rows, malformed };
}

const files = fc
  .record({ pieces, newline: newlines, bom: fc.boolean() })
  .map(({ pieces, newline, bom }) => build(pieces, newline, { bom }));

describe("a JSONL log and its naive twin", () => {
  it("give the same pages for any cursor, page size and chunk size", async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        limits,
        chunks,
        fc.option(fc.nat({ max: 130 })),
        async (file, limit, chunkBytes, before) => {
          const log = jsonlLog(new CountingSource(file.bytes), { chunkBytes, onIssue: () => {} });
          const page = await log.readBefore(before, limit);
          expect(page.messages).toEqual(naivePage(file.rows, before, limit));
          const oldest = page.messages.at(-1)?.sequence ?? null;
          const older = file.rows.some(({ sequence }) => oldest !== null && sequence < oldest);
          if (older) expect(page.nextBefore).toBe(oldest);
          else if (page.nextBefore !== null) {
            expect(page.nextBefore).toBe(oldest);
            expect(await log.readBefore(oldest, limit)).toEqual({ messages: [], nextBefore: null });
          }
        },
      ),
      { seed: 11, numRuns: 400 },
    );
  });

  it("give the same walk, each byte read at most twice and each malformed line reported once", async () => {
    await fc.assert(
      fc.asyncProperty(files, limits, chunks, async (file, limit, chunkBytes) => {
        const source = new CountingSource(file.bytes);
        const issues: JsonlIssue[] = [];
        const log = jsonlLog(source, { chunkBytes, onIssue: (issue) => issues.push(issue) });
        expect(await walkAll(log, limit)).toEqual(naivePage(file.rows, null, Infinity));
        expect(source.mostReads()).toBeLessThanOrEqual(2);
        expect(issues.map(({ at }) => at).reverse()).toEqual(file.malformed);
      }),
      { seed: 12, numRuns: 400 },
    );
  });

  it("agree when every page is asked of a log that has kept no position", async () => {
    await fc.assert(
      fc.asyncProperty(files, limits, chunks, async (file, limit, chunkBytes) => {
        const stateless = {
          readBefore: (before: number | null, limit: number) =>
            jsonlLog(new CountingSource(file.bytes), {
              chunkBytes,
              onIssue: () => {},
            }).readBefore(before, limit),
        };
        expect(await walkAll(stateless, limit)).toEqual(naivePage(file.rows, null, Infinity));
      }),
      { seed: 13, numRuns: 150 },
    );
  });

  it("agree for walks of any page size at once, more of them than positions are kept", async () => {
    await fc.assert(
      fc.asyncProperty(files, chunks, async (file, chunkBytes) => {
        const source = new CountingSource(file.bytes);
        const log = jsonlLog(source, { chunkBytes, onIssue: () => {} });
        source.beforeRead = () => new Promise((resolve) => setImmediate(resolve));
        const starts = [null, null, 40, 20, 60, null, 7, 13, 0, 90, 33, 44];
        const walks = starts.map((start, index) => walkAll(log, 1 + (index % 4), start));
        const expected = starts.map((start) => naivePage(file.rows, start, Infinity));
        expect(await Promise.all(walks)).toEqual(expected);
      }),
      { seed: 14, numRuns: 25 },
    );
  });
});
