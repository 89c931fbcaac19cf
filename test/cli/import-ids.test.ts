import { describe, expect, test } from "vitest";
import { ImportEvents, type ImportTarget } from "../../dist/cli/store/import-events.js";
import {
  readExport,
  readFolder,
  type FolderEntry,
  type ImportItem,
} from "../../dist/import/index.js";
import { blob, zipOf } from "../import/helpers.js";

type Files = Readonly<Record<string, string>>;

const target: ImportTarget = {
  connector: { type: "irc", name: "x" },
  ids: "session",
  otherwise: { kind: "public" },
  fallbackRoom: "x",
  ownNumbers: false,
};

function folder(files: Files): FolderEntry[] {
  return Object.entries(files).map(([path, text]) => ({ path, source: blob(text) }));
}

/** What the store knows each row by, and what it says. */
async function idsOf(items: AsyncIterable<ImportItem>): Promise<Map<string, string>> {
  const events = new ImportEvents(target);
  const ids = new Map<string, string>();
  for await (const item of items) {
    if (item.type !== "message") continue;
    const { conversation, event } = events.next(item);
    const key = `${conversation.id} ${event.sourceId}`;
    expect(ids.has(key)).toBe(false);
    ids.set(key, event.content);
  }
  return ids;
}

const IRC = {
  older: { "2026/#quay.2026-01-01.log": "[10:00] <ann> one\n[10:01] <bo> two\n" },
  newer: {
    "2026/#quay.2026-01-02.log": "[10:00] <ann> three\n[10:01] <bo> four\n",
    "2026/#quay.2026-01-03.log": "[10:00] <ann> five\n",
    "2027/#quay.2026-01-03.log": "[10:00] <ann> six\n",
  },
};
const WHATSAPP = {
  older: { "A/_chat.txt": "24/12/23, 10:00 - Ann: one\n24/12/23, 10:01 - Bo: two\n" },
  newer: {
    "B/_chat.txt": "24/12/23, 10:00 - Ann: three\nand on\n24/12/23, 10:01 - Bo: four\n",
    "B/copy/B.txt": "24/12/23, 10:00 - Ann: five\n",
  },
};
/** Two of one second, which are numbered one behind the other. */
const mail = (text: string): string =>
  `From a@x.example Thu Jan 01 10:00:00 2026\nFrom: a@x.example\nDate: Thu, 1 Jan 2026 10:00:00 +0000\n\n${text}\n\n`;
const MBOX = {
  older: { "a/list.mbox": mail("one") },
  newer: { "b/list.mbox": mail("two") + mail("three") },
};

describe("rows without ids of their own", () => {
  test.each([
    ["irc", IRC],
    ["whatsapp", WHATSAPP],
    ["mbox", MBOX],
  ])("%s: a file more in the folder changes no other row's id", async (_, { older, newer }) => {
    const before = await idsOf(readFolder(folder(newer)));
    const after = await idsOf(readFolder(folder({ ...older, ...newer })));
    const added = await idsOf(readFolder(folder(older)));
    expect(before.size).toBeGreaterThan(1);
    expect(added.size).toBeGreaterThan(0);
    expect(after).toEqual(new Map([...before, ...added]));
  });

  test("a zip names them as the folder does that it was made of", async () => {
    const files = { ...IRC.older, ...IRC.newer };
    const zipped = await idsOf(readExport("x.zip", await zipOf(files)));
    expect(zipped).toEqual(await idsOf(readFolder(folder(files))));
  });

  test("a file by itself numbers them, and an id of the source stays what it is", async () => {
    const ids = await idsOf(readExport("#quay.log", blob("[10:00] <ann> one\n[10:01] <bo> two\n")));
    expect([...ids.keys()]).toEqual(["#quay row:1", "#quay row:2"]);
    const withId = mail("one").replace("\n\n", "\nMessage-ID: <m1@x.example>\n\n");
    const mails = await idsOf(readFolder(folder({ "a.mbox": withId })));
    expect([...mails.keys()]).toEqual([expect.stringMatching(/ m1@x\.example$/)]);
  });

  test("a path that no id can be is spelled as one, and as no other", async () => {
    const text = "[10:00] <ann> one\n";
    const ids = await idsOf(readFolder(folder({ "a\nb/c.log": text, "a%0Ab/c.log": text })));
    expect([...ids.keys()].sort()).toEqual(["c row:a%0Ab/c.log:1", "c row:a%250Ab/c.log:1"]);
  });
});
