import { describe, expect, it } from "vitest";
import { type ByteSource, CHUNK_BYTES, jsonlLog } from "../../dist/log/jsonl/index.js";
import { formatMessageLine } from "../../dist/model/message-json.js";
import { bytesOf, CountingSource, fileOf, naivePage, row, walkAll } from "./jsonl-support.js";

const ROWS = 1_000_000;
const ROW_BYTES = 200;

/** Every row of the file is as long as the next, so that any byte of it can be made when it is read. */
function lineOf(index: number): string {
  const bare = formatMessageLine(row(index * 3, "")).length;
  return `${formatMessageLine(row(index * 3, "x".repeat(ROW_BYTES - 1 - bare)))}\n`;
}

/** A file of a million rows that exists only where it is read. */
class VirtualFile implements ByteSource {
  reads = 0;
  bytesRead = 0;
  lowest = Infinity;

  size(): Promise<number> {
    return Promise.resolve(ROWS * ROW_BYTES);
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    this.reads++;
    this.bytesRead += length;
    this.lowest = Math.min(this.lowest, offset);
    const first = Math.floor(offset / ROW_BYTES);
    const last = Math.ceil((offset + length) / ROW_BYTES);
    let text = "";
    for (let i = first; i < last; i++) text += lineOf(i);
    const from = offset - first * ROW_BYTES;
    return Promise.resolve(bytesOf(text).subarray(from, from + length));
  }
}

describe("a file of 1,000,000 rows", () => {
  it("gives its newest 512 rows for the bytes they stand in and one chunk", async () => {
    const file = new VirtualFile();
    const page = await jsonlLog(file).readBefore(null, 512);
    expect(page.messages).toHaveLength(512);
    expect(page.messages[0]?.sequence).toBe((ROWS - 1) * 3);
    expect(page.nextBefore).toBe((ROWS - 512) * 3);
    expect(file.bytesRead).toBeLessThanOrEqual(512 * ROW_BYTES + CHUNK_BYTES);
    expect(file.lowest).toBeGreaterThanOrEqual(ROWS * ROW_BYTES - file.bytesRead);
  });

  it("finds any cursor in a logarithm of reads", async () => {
    const halvings = Math.ceil(Math.log2((ROWS * ROW_BYTES) / CHUNK_BYTES));
    for (const index of [1, 2, 3, 1000, 333_333, 500_000, 777_777, ROWS - 2, ROWS - 1]) {
      for (const off of [-1, 0, 1]) {
        const file = new VirtualFile();
        const before = index * 3 + off;
        const page = await jsonlLog(file).readBefore(before, 10);
        const newest = Math.ceil(before / 3) - 1;
        const expected = Array.from({ length: Math.min(10, newest + 1) }, (_, i) => newest - i);
        expect(page.messages.map(({ sequence }) => sequence / 3)).toEqual(expected);
        expect(file.reads).toBeLessThanOrEqual(halvings + 3);
        expect(file.bytesRead).toBeLessThanOrEqual(halvings * 4096 + 3 * CHUNK_BYTES);
      }
    }
  });

  it("answers cursors outside of it", async () => {
    const log = jsonlLog(new VirtualFile());
    expect(await log.readBefore(0, 5)).toEqual({ messages: [], nextBefore: null });
    const all = await log.readBefore(Number.MAX_SAFE_INTEGER, 2);
    expect(all.messages.map(({ sequence }) => sequence)).toEqual([(ROWS - 1) * 3, (ROWS - 2) * 3]);
  });
});

describe("a whole backward walk", () => {
  const rows = Array.from({ length: 300 }, (_, i) => row(i, "y".repeat((i * 37) % 900)));
  const bytes = fileOf(rows);

  it.each([1, 2, 7, 64, 512])("of pages of %i rows reads each byte once", async (limit) => {
    for (const chunkBytes of [1, 13, 256, 4096, CHUNK_BYTES]) {
      const source = new CountingSource(bytes);
      expect(await walkAll(jsonlLog(source, { chunkBytes }), limit)).toEqual(
        naivePage(rows, null, Infinity),
      );
      expect(new Set(source.counts)).toEqual(new Set([1]));
    }
  });

  it("reads rows far longer than a chunk without reading them again", async () => {
    const long = [row(1, "a".repeat(100_000)), row(2, "é".repeat(150_000)), row(3)];
    const source = new CountingSource(fileOf(long));
    expect(await walkAll(jsonlLog(source, { chunkBytes: 10 }), 1)).toEqual([...long].reverse());
    expect(new Set(source.counts)).toEqual(new Set([1]));
  });

  it("ends without an empty page when nothing but blank lines stands at the head", async () => {
    const source = new CountingSource(bytesOf("\ufeff\n\r\n  \n", fileOf([row(4), row(5)])));
    const log = jsonlLog(source);
    expect((await log.readBefore(null, 2)).nextBefore).toBeNull();
    expect((await log.readBefore(5, 1)).nextBefore).toBeNull();
    expect((await log.readBefore(null, 1)).nextBefore).toBe(5);
  });

  it("B42: rows of one time are paged by sequence, each exactly once, whatever arrives meanwhile", async () => {
    const at = "2024-05-01T10:00:00Z";
    const hundred = Array.from({ length: 100 }, (_, i) => ({
      ...row(i + 1),
      at: i >= 30 && i < 75 ? at : `2024-05-01T09:00:${i}Z`,
    }));
    const later = [row(101), row(102)];
    const source = new CountingSource(fileOf([...hundred, ...later]), fileOf(hundred).length);
    const log = jsonlLog(source, { chunkBytes: 100 });
    const unpaged = (await log.readBefore(null, 1000)).messages;
    const first = await log.readBefore(null, 7);
    source.length = source.bytes.length;
    const rest = await walkAll(log, 7, first.nextBefore);
    expect([...first.messages, ...rest]).toEqual(unpaged);
    expect(new Set(unpaged.map(({ sequence }) => sequence)).size).toBe(100);
    expect(unpaged.filter((message) => message.at === at)).toHaveLength(45);
    expect((await log.readBefore(null, 2)).messages).toEqual([...later].reverse());
  });
});

describe("a cursor that was not handed out", () => {
  const rows = Array.from({ length: 200 }, (_, i) => row(10 + i * 10, "z".repeat((i * 53) % 300)));
  const junk = "not a row\n".repeat(400);
  const half = fileOf(rows.slice(0, 100));
  const bytes = bytesOf(half, junk, fileOf(rows.slice(100)));

  it("is found with malformed lines around every probe", async () => {
    for (let before = 0; before <= 2020; before += 15) {
      const log = jsonlLog(new CountingSource(bytes), { chunkBytes: 64, onIssue: () => {} });
      expect((await log.readBefore(before, 3)).messages).toEqual(naivePage(rows, before, 3));
    }
  });

  it("fails for no malformed line but those that its page passes", async () => {
    const log = jsonlLog(new CountingSource(bytes), { chunkBytes: 64, onMalformed: "fail" });
    expect((await log.readBefore(900, 3)).messages).toEqual(naivePage(rows, 900, 3));
    expect((await log.readBefore(1500, 3)).messages).toEqual(naivePage(rows, 1500, 3));
    await expect(log.readBefore(1030, 3)).rejects.toMatchObject({ code: "malformed_row" });
  });

  it("is looked for again once its position was given up for later ones", async () => {
    const source = new CountingSource(fileOf(rows));
    const log = jsonlLog(source, { chunkBytes: 64 });
    const { nextBefore } = await log.readBefore(null, 5);
    const readsOf = async (): Promise<number> => {
      const before = source.reads;
      const { messages } = await log.readBefore(nextBefore, 5);
      expect(messages).toEqual(naivePage(rows, nextBefore, 5));
      return source.reads - before;
    };
    const kept = await readsOf();
    for (let before = 100; before < 1000; before += 10) await log.readBefore(before, 1);
    expect(await readsOf()).toBeGreaterThan(kept);
  });
});
