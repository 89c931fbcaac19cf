import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type JsonlLog, jsonlLog, openJsonlLog } from "../../dist/log/jsonl/index.js";
import type { Message } from "../../dist/model/message.js";
import { formatMessageLine } from "../../dist/model/message-json.js";
import { bytesOf, CountingSource, fileOf, row, walkAll } from "./jsonl-support.js";

const rows = [row(3, "one"), row(4, "zwei ü"), row(9, "三 😀"), row(12, "four")];
const file = fileOf(rows);
const modes = ["take", "leave"] as const;

/** Offsets from which on a row counts as written: its closing brace, or its newline. */
function writtenAt(mode: "take" | "leave"): number[] {
  let end = 0;
  return rows.map((message) => {
    const text = bytesOf(formatMessageLine(message)).length;
    end += text + 1;
    return mode === "take" ? end - 1 : end;
  });
}

function writtenRows(mode: "take" | "leave", length: number): Message[] {
  const at = writtenAt(mode);
  return rows.filter((_, index) => (at[index] ?? Infinity) <= length);
}

describe.each(modes)("a file that is appended to (unterminated: %s)", (unterminated) => {
  it.each([1, 2, 3])("serves a walk of pages of %i exactly what was written", async (limit) => {
    for (let length = 0; length <= file.length; length++) {
      const source = new CountingSource(file, length);
      const log = jsonlLog(source, { unterminated, chunkBytes: 16 });
      const first = await log.readBefore(null, limit);
      source.length = file.length;
      const rest = first.nextBefore === null ? [] : await walkAll(log, limit, first.nextBefore);
      const expected = writtenRows(unterminated, length).reverse();
      expect([...first.messages, ...rest]).toEqual(expected);
      expect(await walkAll(log, limit)).toEqual([...rows].reverse());
    }
  });

  it("serves a walk that a byte is added to at each of its reads", async () => {
    for (let length = 0; length <= file.length; length++) {
      const source = new CountingSource(file, length);
      source.beforeRead = () => {
        source.length = Math.min(file.length, source.length + 1);
      };
      const log = jsonlLog(source, { unterminated, chunkBytes: 5 });
      expect(await walkAll(log, 1)).toEqual(writtenRows(unterminated, length).reverse());
      expect(source.mostReads()).toBeLessThanOrEqual(2);
    }
  });

  it("shows a follower each row once, in order, when bytes come one by one", async () => {
    const source = new CountingSource(file, 0);
    const log = jsonlLog(source, { unterminated, onMalformed: "fail" });
    const followed: Message[] = [];
    for (; source.length <= file.length; source.length++) {
      const { messages } = await log.readBefore(null, 10);
      const last = followed.at(-1)?.sequence ?? -1;
      followed.push(...messages.filter(({ sequence }) => sequence > last).reverse());
      expect(followed).toEqual(writtenRows(unterminated, source.length));
    }
    expect(followed).toEqual(rows);
  });

  it("finds a cursor by bisection while the last line is torn", async () => {
    for (let length = 0; length <= file.length; length++) {
      const log = jsonlLog(new CountingSource(file, length), { unterminated, chunkBytes: 8 });
      const { messages } = await log.readBefore(100, 10);
      expect(messages).toEqual(writtenRows(unterminated, length).reverse());
    }
  });
});

describe("a source that does not only grow", () => {
  it("is refused once it shrank, also when it has grown again", async () => {
    const source = new CountingSource(file);
    const log = jsonlLog(source);
    const { nextBefore } = await log.readBefore(null, 1);
    source.length = file.length - 1;
    const expected = { code: "source_changed", data: { change: "shrank" } };
    await expect(log.readBefore(nextBefore, 1)).rejects.toMatchObject(expected);
    source.length = file.length;
    await expect(log.readBefore(null, 1)).rejects.toMatchObject(expected);
  });

  it("is refused when it shrinks under a read", async () => {
    const source = new CountingSource(file);
    source.beforeRead = () => {
      source.length = 10;
    };
    const log = jsonlLog(source);
    await expect(log.readBefore(null, 1)).rejects.toMatchObject({ data: { change: "shrank" } });
  });

  it("is not mistaken for one when sizes arrive out of order", async () => {
    const source = new CountingSource(file, 0);
    const pending: (() => void)[] = [];
    source.size = () => {
      const { length } = source;
      return new Promise((resolve) => pending.push(() => resolve(length)));
    };
    const log = jsonlLog(source);
    const early = log.readBefore(null, 9);
    source.length = file.length;
    const late = log.readBefore(null, 9);
    pending.reverse().forEach((resolve) => resolve());
    expect((await late).messages).toHaveLength(4);
    expect((await early).messages).toHaveLength(0);
  });
});

describe("a file that was written anew in its place", () => {
  it("is refused to every read that comes while that is found out", async () => {
    const short = fileOf(rows.slice(0, 2));
    const source = new CountingSource(Uint8Array.from(file), short.length);
    const log = jsonlLog(source);
    await log.readBefore(null, 1);
    source.bytes.set(fileOf([row(1, "anew"), row(2, "anew")]).subarray(0, short.length));
    source.length = file.length;
    const early = [log.readBefore(null, 1), log.readBefore(null, 1)];
    // It has seen the new size by then, and compares the bytes.
    const late = new Promise((resolve) => {
      source.beforeRead = async () => {
        source.beforeRead = () => {};
        resolve(log.readBefore(null, 1));
        await new Promise((turn) => setImmediate(turn));
      };
    });
    const outcomes = await Promise.allSettled([...early, late]);
    const refused = { reason: { code: "source_changed", data: { change: "replaced" } } };
    expect(outcomes).toMatchObject([refused, refused, refused]);
  });

  it("may be compared again where that could not be done", async () => {
    const source = new CountingSource(file, fileOf(rows.slice(0, 2)).length);
    const log = jsonlLog(source);
    await log.readBefore(null, 1);
    source.length = file.length;
    source.beforeRead = () => {
      source.beforeRead = () => {};
      throw new Error("the disk is away");
    };
    await expect(log.readBefore(null, 1)).rejects.toThrow("the disk is away");
    expect((await log.readBefore(null, 1)).messages).toEqual([rows[3]]);
  });
});

describe("openJsonlLog", () => {
  let folder: string;
  let path: string;
  let log: JsonlLog | null;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "backread-jsonl-"));
    path = join(folder, "log.jsonl");
    await writeFile(path, file);
    log = null;
  });
  afterEach(async () => {
    await log?.close();
    await rm(folder, { recursive: true });
  });

  it("reads a file by path or URL, and what is appended to it later", async () => {
    log = await openJsonlLog(pathToFileURL(path), { chunkBytes: 20 });
    expect(await walkAll(log, 2)).toEqual([...rows].reverse());
    await appendFile(path, fileOf([row(13)]));
    expect((await log.readBefore(null, 2)).messages).toEqual([row(13), rows[3]]);
  });

  it.each([
    ["another file took its place", () => rename(join(folder, "other"), path), "replaced"],
    ["it was removed", () => rm(path), "replaced"],
    ["it was cut", () => truncate(path, 20), "shrank"],
    [
      "it was written anew, longer",
      () => writeFile(path, fileOf([row(1, "w".repeat(500))])),
      "replaced",
    ],
  ])("refuses a file when %s", async (_, change, expected) => {
    await writeFile(join(folder, "other"), file);
    log = await openJsonlLog(path);
    const { nextBefore } = await log.readBefore(null, 1);
    await change();
    await expect(log.readBefore(nextBefore, 1)).rejects.toMatchObject({
      code: "source_changed",
      data: { change: expected },
    });
  });

  it("says what cannot be opened", async () => {
    await expect(openJsonlLog(join(folder, "none"))).rejects.toMatchObject({
      code: "read_failed",
      data: { source: expect.stringContaining("ENOENT") },
    });
    await expect(openJsonlLog(folder)).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(openJsonlLog(path, { chunkBytes: 0 })).rejects.toMatchObject({
      data: { argument: "chunkBytes" },
    });
  });

  it("refuses a pipe at once, and does not wait for somebody who writes to it", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    await expect(openJsonlLog(pipe)).rejects.toMatchObject({
      code: "invalid_argument",
      data: { argument: "path" },
    });
  });

  it("is closed once and then reads no more", async () => {
    log = await openJsonlLog(path);
    await log.close();
    await log.close();
    await expect(log.readBefore(null, 1)).rejects.toMatchObject({ code: "closed" });
  });
});
