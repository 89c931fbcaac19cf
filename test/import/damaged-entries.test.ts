import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import {
  collect,
  formatOfFolder,
  formatOfZip,
  readExport,
  readFolder,
  type ImportItem,
  type MessageSource,
} from "../../dist/import/index.js";
import { blob, bytes, gzip } from "./helpers.js";

type Files = Readonly<Record<string, string>>;
type Damage = (zip: Uint8Array) => void;

/** A zip of stored entries, but that `locked` is encrypted and `packed` deflated. */
async function zipOf(
  files: Files,
  { locked, packed }: { readonly locked?: string; readonly packed?: string } = {},
): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [path, text] of Object.entries(files)) {
    const level = path === packed ? 6 : 0;
    const options = path === locked ? { level, password: "secret" } : { level };
    await zip.add(path, new TextReader(text), options);
  }
  return zip.close();
}

/** One bit of the first place where a text stands, which for the checksum is another text. */
const flipAt =
  (text: string): Damage =>
  (zip) => {
    const at = Buffer.from(zip).indexOf(text);
    expect(at).toBeGreaterThan(0);
    zip[at] = (zip[at] ?? 0) ^ 1;
  };

/** Bytes behind the name of the first entry of that name: they are no deflate stream any more. */
const spoilBehind =
  (name: string): Damage =>
  (zip) =>
    void zip.fill(0xff, Buffer.from(zip).indexOf(name) + name.length + 4, zip.length / 2);

/** The number of the method of compression, in the entry's own header and in the table. */
const methodOf =
  (name: string, method: number): Damage =>
  (zip) => {
    const view = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
    view.writeUInt16LE(method, view.indexOf(name) - 30 + 8);
    view.writeUInt16LE(method, view.lastIndexOf(name) - 46 + 10);
  };

/** The mark that the entry's own header begins with. */
const unmark =
  (name: string): Damage =>
  (zip) =>
    void zip.fill(0, Buffer.from(zip).indexOf(name) - 30, Buffer.from(zip).indexOf(name) - 26);

const DAMAGED = "the zip entry is damaged";
const LOG = Array.from({ length: 400 }, (_, n) => `[10:00] <ann> ${n * 2_654_435_761}\n`).join("");

describe("an entry that cannot be read, among others that can", () => {
  test.each<[string, object, Damage, string]>([
    ["of a wrong checksum", {}, flipAt("10617743044"), DAMAGED],
    ["of a broken stream", { packed: "b.log" }, spoilBehind("b.log"), DAMAGED],
    ["without a header", {}, unmark("b.log"), DAMAGED],
    ["that is encrypted", { locked: "b.log" }, () => undefined, "the zip entry is encrypted"],
    [
      "of a method nobody reads",
      {},
      methodOf("b.log", 12),
      "the zip entry is compressed in a way that is not read",
    ],
  ])("%s is named with what is wrong with it", async (_, how, damage, reason) => {
    const files = { "a.log": "[10:00] <ann> tea?\n", "b.log": LOG, "c.log": "[10:00] <bo> yes\n" };
    const zip = await zipOf(files, how);
    damage(zip);
    expect(await formatOfZip("x.zip", blob(zip))).toBe("irc");
    const { messages, report } = await collect(readExport("x.zip", blob(zip)));
    expect(messages.map(({ content }) => content)).toEqual(["tea?", "yes"]);
    expect(report.issues).toEqual([
      { file: "x.zip/b.log", at: 0, unit: "byte", code: "not_read", reason, effect: "stopped" },
    ]);
  });

  test("a broken gzip file of a folder, likewise", async () => {
    const packed = await gzip(bytes(LOG));
    const entries = [
      { path: "a.log", source: blob("[10:00] <ann> tea?\n") },
      { path: "b.log.gz", source: blob(packed.subarray(0, packed.length - 9)) },
    ];
    const { messages, report } = await collect(readFolder(entries));
    expect(messages.map(({ content }) => content)).toEqual(["tea?"]);
    expect(report.issues.map(({ file, reason }) => [file, reason])).toEqual([
      ["b.log.gz", "the gzip stream is broken or cut short"],
    ]);
    const alone = entries.slice(1);
    const named = { code: "unreadable_export", data: { file: "b.log.gz" } };
    await expect(collect(readFolder(alone))).rejects.toMatchObject(named);
    await expect(formatOfFolder(alone)).rejects.toMatchObject(named);
  });

  test("other files that are passed over are said to be what they are", async () => {
    const conversation = JSON.stringify([{ id: "c", mapping: {}, current_node: null }]);
    const zip = await zipOf({
      "conversations.json": conversation,
      "user.json": '{"id":"u"}',
      "inner.zip": "PK\u{3}\u{4}",
      "photo.jpg": "\u{0}",
    });
    const { report } = await collect(readExport("x.zip", blob(zip)));
    const reasons = new Map(report.issues.map(({ file, reason }) => [file, reason]));
    expect(reasons.get("x.zip/user.json")).toBe("not the conversations of the export");
    expect(reasons.get("x.zip/inner.zip")).toBe("a zip inside a zip, which is not opened");
    expect(reasons.get("x.zip/photo.jpg")).toBe("of no known format");
  });
});

describe("an entry that would have been the export itself", () => {
  const settings = { "user.json": '{"id":"u"}', "message_feedback.json": "[]" };
  const conversations = { "conversations.json": '[{"id":"c","title":"needle","mapping":{}}]' };
  test.each<[string, Files, string]>([
    ["a chat alone", { "_chat.txt": "24/12/23, 10:00 - Ann: needle\n" }, "_chat.txt"],
    [
      "a chat beside a photo",
      { "0.jpg": "\u{0}", "_chat.txt": "24/12/23, 10:00 - Ann: needle\n" },
      "_chat.txt",
    ],
    ["conversations beside JSON", { ...settings, ...conversations }, "conversations.json"],
  ])("%s is named, with what is wrong with it", async (_, files, name) => {
    const zip = await zipOf(files);
    flipAt("needle")(zip);
    const error = {
      code: "unreadable_export",
      message: `x.zip/${name}: ${DAMAGED}`,
      data: { file: `x.zip/${name}`, reason: DAMAGED },
    };
    await expect(collect(readExport("x.zip", blob(zip)))).rejects.toMatchObject(error);
    await expect(formatOfZip("x.zip", blob(zip))).rejects.toMatchObject(error);
  });

  test("conversations beside a single JSON file are named too", async () => {
    const zip = await zipOf({ "user.json": '{"id":"u"}', ...conversations });
    flipAt("needle")(zip);
    await expect(collect(readExport("x.zip", blob(zip)))).rejects.toMatchObject({
      data: { file: "x.zip/conversations.json", reason: DAMAGED },
    });
  });

  test("what has nothing to do with the damage is said as it was", async () => {
    const files = {
      "a.log": "[10:00] <ann> tea?\n",
      "b.txt": "24/12/23, 10:00 - Ann: hi\n",
      "c.log": "[10:00] <ann> needle\n",
    };
    const zip = await zipOf(files);
    flipAt("needle")(zip);
    await expect(collect(readExport("x.zip", blob(zip)))).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

describe("a list of a Slack export that cannot be read", () => {
  const row = (ts: string): string =>
    JSON.stringify([{ type: "message", user: "U1", ts, text: ts }]);
  const files = {
    "channels.json": '[{"id":"C1","name":"quay","members":["U1","U2"]}]',
    "groups.json": '[{"id":"G1","name":"purse","members":["U1","U2"]}]',
    "users.json": '[{"id":"U1","name":"mara"},{"id":"U2","name":"nikos"}]',
    "quay/2026-01-01.json": row("1.0"),
    "purse/2026-01-01.json": row("2.0"),
  };

  async function read(
    spoilt: string | null,
    other: Readonly<Record<string, string>> = {},
  ): Promise<{ rooms: Map<string | null, MessageSource | undefined>; issues: string[] }> {
    const zip = await zipOf({ ...files, ...other });
    if (spoilt !== null) flipAt(spoilt)(zip);
    const items: ImportItem[] = [];
    for await (const item of readExport("x.zip", blob(zip))) items.push(item);
    const rooms = new Map<string | null, MessageSource | undefined>();
    const issues: string[] = [];
    for (const item of items) {
      if (item.type === "message") rooms.set(item.message.chatId, item.source);
      if (item.type === "issue") issues.push(`${item.issue.file}: ${item.issue.reason}`);
    }
    return { rooms, issues };
  }

  test("rooms that no list names are taken for closed, those of whole lists are what they are", async () => {
    const whole = await read(null);
    expect(whole.issues).toEqual([]);
    expect(whole.rooms.get("G1")).toMatchObject({ audience: "private", readers: ["U1", "U2"] });
    const { rooms, issues } = await read('purse","members');
    expect(issues).toEqual([`groups.json: ${DAMAGED}`]);
    expect(rooms.get("C1")).toEqual(whole.rooms.get("C1"));
    expect(rooms.get("purse")).toEqual({ sentAt: 2_000_000, audience: "private" });
  });

  test("whoever is not known to be of the workspace is taken for a guest", async () => {
    expect((await read(null)).rooms.get("G1")).not.toHaveProperty("guests");
    const { rooms, issues } = await read("nikos");
    expect(issues).toEqual([`users.json: ${DAMAGED}`]);
    expect(rooms.get("G1")).toMatchObject({ readers: ["U1", "U2"], guests: ["U1", "U2"] });
  });

  test("an entry without an id may be any room, and is told", async () => {
    for (const entry of ['{"name":"purse","members":["U1"]}', '"purse"', "null"]) {
      const { rooms, issues } = await read(null, { "groups.json": `[${entry}]` });
      expect(issues).toEqual(["groups.json: an entry of the list has no id"]);
      expect(rooms.get("purse")).toEqual({ sentAt: 2_000_000, audience: "private" });
      expect(rooms.get("C1")).toMatchObject({ audience: "public" });
    }
  });
});
