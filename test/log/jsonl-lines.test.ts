import { describe, expect, it } from "vitest";
import { blobSource, type JsonlIssue, jsonlLog } from "../../dist/log/jsonl/index.js";
import type { JsonlOptions } from "../../dist/log/jsonl/index.js";
import { formatMessageLine } from "../../dist/model/message-json.js";
import { bytesOf, CountingSource, fileOf, row, walkAll } from "./jsonl-support.js";

const chunkSizes = [1, 2, 3, 5, 8, 64, 65_536];

async function readAll(
  bytes: Uint8Array,
  options: JsonlOptions = {},
): Promise<{ sequences: number[]; issues: JsonlIssue[] }> {
  const issues: JsonlIssue[] = [];
  const log = jsonlLog(new CountingSource(bytes), {
    onIssue: (issue) => issues.push(issue),
    ...options,
  });
  const messages = await walkAll(log, 2);
  return { sequences: messages.map(({ sequence }) => sequence), issues };
}

describe("lines of a JSONL log", () => {
  it("are the same for every chunk size, characters of many bytes included", async () => {
    const rows = [
      row(1, "é€😀"),
      row(2, "\u{1f469}\u200d\u{1f680} \ud800 lone"),
      row(3, "\u2028\u0085"),
    ];
    for (let chunkBytes = 1; chunkBytes < 80; chunkBytes++) {
      const log = jsonlLog(new CountingSource(fileOf(rows, "\r\n")), { chunkBytes });
      expect(await walkAll(log, 1)).toEqual([...rows].reverse());
    }
  });

  it("may be blank, end in CRLF and follow a byte order mark", async () => {
    const bytes = bytesOf(
      "\ufeff",
      fileOf([row(1)], "\r\n"),
      "\n \t\r\n",
      fileOf([row(2)], "\n\n"),
    );
    for (const chunkBytes of chunkSizes) {
      expect(await readAll(bytes, { chunkBytes })).toEqual({ sequences: [2, 1], issues: [] });
    }
  });

  it("are malformed with a byte order mark anywhere but at the head", async () => {
    const bytes = bytesOf(fileOf([row(1)]), "\ufeff", fileOf([row(2)]));
    const { sequences, issues } = await readAll(bytes);
    expect(sequences).toEqual([1]);
    expect(issues).toEqual([
      { at: fileOf([row(1)]).length, line: 2, reason: "line is not valid JSON" },
    ]);
  });

  it("are reported with offset, line and reason, latest first", async () => {
    const bytes = bytesOf(
      fileOf([row(1)]),
      "oops\n\n",
      fileOf([row(2)]),
      '{"sequence":"3"}\n',
      Uint8Array.of(0xff, 0x0a),
    );
    const one = fileOf([row(1)]).length;
    const two = one + 6 + fileOf([row(2)]).length;
    expect((await readAll(bytes)).issues).toEqual([
      { at: two + 17, line: 6, reason: "line is not valid UTF-8" },
      { at: two, line: 5, reason: expect.stringMatching(/^sequence /) },
      { at: one, line: 2, reason: "line is not valid JSON" },
    ]);
    const unnumbered = await readAll(bytes, { chunkBytes: 8 });
    expect(unnumbered.issues.map(({ at, line }) => [at, line])).toEqual([
      [two + 17, null],
      [two, null],
      [one, null],
    ]);
  });

  it("fail by default when nobody listens, and wherever asked to", async () => {
    const bytes = bytesOf(fileOf([row(1)]), "oops\n", fileOf([row(2)]));
    const at = fileOf([row(1)]).length;
    for (const options of [{}, { onMalformed: "fail", onIssue: () => {} }] as const) {
      const log = jsonlLog(new CountingSource(bytes), options);
      expect((await log.readBefore(null, 1)).nextBefore).toBe(2);
      await expect(log.readBefore(2, 1)).rejects.toMatchObject({
        code: "malformed_row",
        data: { at, line: 2, reason: "line is not valid JSON" },
      });
    }
  });

  it("longer than the bound are malformed and are not held", async () => {
    const long = row(2, "x".repeat(5000));
    const bytes = fileOf([row(1), long, row(3)]);
    for (const chunkBytes of chunkSizes) {
      const { sequences, issues } = await readAll(bytes, { chunkBytes, maxLineBytes: 200 });
      expect(sequences).toEqual([3, 1]);
      expect(issues).toMatchObject([{ at: fileOf([row(1)]).length, reason: "line is too long" }]);
    }
    const exact = formatMessageLine(long).length;
    for (const chunkBytes of chunkSizes) {
      const fits = await readAll(bytes, { chunkBytes, maxLineBytes: exact });
      expect(fits).toEqual({ sequences: [3, 2, 1], issues: [] });
      const short = await readAll(bytes, { chunkBytes, maxLineBytes: exact - 1 });
      expect(short.sequences).toEqual([3, 1]);
    }
  });

  it("longer than the bound are passed over by a bisection and left when torn", async () => {
    const rows = [row(1), row(2, "x".repeat(5000)), row(3), row(4)];
    const torn = bytesOf(fileOf(rows), "y".repeat(3000));
    for (const chunkBytes of chunkSizes) {
      for (const [before, expected] of [
        [2, [1]],
        [3, [1]],
        [4, [3, 1]],
        [5, [4, 3, 1]],
      ] as const) {
        const issues: JsonlIssue[] = [];
        const onIssue = (issue: JsonlIssue): unknown => issues.push(issue);
        const options = { chunkBytes, maxLineBytes: 200, onIssue };
        const log = jsonlLog(new CountingSource(torn), options);
        const { messages } = await log.readBefore(before, 5);
        expect(messages.map(({ sequence }) => sequence)).toEqual(expected);
        expect(issues.map(({ at }) => at)).toEqual([fileOf([row(1)]).length]);
      }
    }
  });

  it("come from a Blob as from a file", async () => {
    const rows = [row(1), row(2), row(5)];
    const log = jsonlLog(blobSource(new Blob([fileOf(rows) as never])), { chunkBytes: 10 });
    expect(await walkAll(log, 2)).toEqual([...rows].reverse());
    await log.close();
  });
});

describe("rows out of order", () => {
  it.each([
    ["a repeated row", [row(1), row(2), row(2), row(3)], 2, { previous: 2, sequence: 2 }],
    ["a descending row", [row(1), row(7), row(5), row(9)], 2, { previous: 7, sequence: 5 }],
  ])("%s is refused inside a page and across pages", async (_, rows, index, data) => {
    const expected = {
      code: "row_out_of_order",
      data: { at: fileOf(rows.slice(0, index)).length, ...data },
    };
    for (const limit of [1, 2, 3, 10]) {
      for (const chunkBytes of chunkSizes) {
        const log = jsonlLog(new CountingSource(fileOf(rows)), { chunkBytes });
        await expect(walkAll(log, limit)).rejects.toMatchObject(expected);
      }
    }
  });

  it("never make a walk hang, wherever its cursors are looked for", async () => {
    const rows = [5, 1, 9, 2, 8, 3, 3, 7, 6, 4].map((sequence) => row(sequence));
    for (let before = 0; before <= 10; before++) {
      for (const chunkBytes of [1, 64, 65_536]) {
        const log = jsonlLog(new CountingSource(fileOf(rows)), { chunkBytes });
        const outcome = await walkAll(log, 1, before).then(
          (seen) => seen.length,
          (error: { code: string }) => error.code,
        );
        expect(outcome === "row_out_of_order" || Number(outcome) <= 1).toBe(true);
      }
    }
  });
});

describe("arguments and signals", () => {
  const rows = Array.from({ length: 50 }, (_, i) => row(i));

  it("refuses limits and cursors without a meaning", async () => {
    const log = jsonlLog(new CountingSource(fileOf(rows)));
    for (const limit of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53]) {
      await expect(log.readBefore(null, limit)).rejects.toMatchObject({
        code: "invalid_argument",
        data: { argument: "limit" },
      });
    }
    for (const before of [-1, 0.5, Number.NaN, 2 ** 53, undefined as never]) {
      await expect(log.readBefore(before, 1)).rejects.toMatchObject({
        data: { argument: "before" },
      });
    }
  });

  it("refuses options without a meaning", () => {
    const source = new CountingSource(new Uint8Array(0));
    expect(() => jsonlLog(source, { onMalformed: "report" })).toThrow(/onIssue/);
    expect(() => jsonlLog(source, { maxLineBytes: 0.5 })).toThrow(/maxLineBytes/);
  });

  it("reads an empty file as an empty log", async () => {
    for (const text of ["", "\n", "\ufeff", "\ufeff\r\n"]) {
      for (const before of [null, 0, 5]) {
        const log = jsonlLog(new CountingSource(bytesOf(text)));
        expect(await log.readBefore(before, 3)).toEqual({ messages: [], nextBefore: null });
      }
    }
  });

  it("stops between two reads when the signal fires, with its reason", async () => {
    for (const before of [null, 25]) {
      const source = new CountingSource(fileOf(rows));
      const controller = new AbortController();
      source.beforeRead = () => {
        if (source.reads === 2) controller.abort(new Error("enough"));
      };
      const log = jsonlLog(source, { chunkBytes: 16 });
      const { signal } = controller;
      await expect(log.readBefore(before, 40, { signal })).rejects.toThrow("enough");
      expect(source.reads).toBe(3);
      await expect(log.readBefore(null, 1, { signal })).rejects.toThrow("enough");
      expect(source.reads).toBe(3);
      expect((await log.readBefore(null, 1)).messages).toHaveLength(1);
    }
  });

  it("throws an Error for a reason that is none", async () => {
    const log = jsonlLog(new CountingSource(fileOf(rows)));
    const signal = AbortSignal.abort("stop");
    await expect(log.readBefore(null, 1, { signal })).rejects.toMatchObject({ cause: "stop" });
  });

  it("passes on what the source throws", async () => {
    const source = new CountingSource(fileOf(rows));
    source.beforeRead = () => {
      throw new Error("disk on fire");
    };
    await expect(jsonlLog(source).readBefore(null, 1)).rejects.toThrow("disk on fire");
  });
});
