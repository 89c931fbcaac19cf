import type { Author, Message } from "../model/message.js";
import { expectWalk } from "./expect.js";
import { type CaseHost, row } from "./fixture.js";

const LONG_UNITS = 300_000;

const TEXTS: readonly string[] = [
  "",
  " ",
  "\t leading and trailing \n",
  "a\u0000b\u0000",
  "one\r\ntwo\nthree\rfour",
  "\u2028line\u2029paragraph\u0085next",
  "\uFEFFmark in front",
  "😀 𐐷 👩‍👩‍👧",
  "e\u0301 is not \u00E9",
  "\u202Eright to left\u202C \u200B \uFFFD \uFFFE \uFFFF",
  'quotes " and \\ and \\u0041 and \\n',
  '{"sequence":1,"content":"inner"}',
  "<script>&amp;</script> %20 + =",
  "12345678901234567890",
  "null",
];

const LONE_SURROGATES: readonly string[] = [
  "\uD83D",
  "\uDE00",
  "a\uD800b",
  "\uDE00\uD83D",
  "😀\uD83D",
];

const AUTHORS: readonly Author[] = [
  { type: "operator" },
  { type: "person", id: "u1", label: "Ana" },
  { type: "agent", id: "bot", label: "Bot 🤖" },
  { type: "person", id: "", label: "" },
  { type: "person", id: "9007199254740993", label: "0012" },
  { type: "agent", id: "__proto__", label: "constructor" },
  { type: "system", kind: "join", label: "joined" },
  { type: "system", kind: "", label: "" },
];

export function texts(host: CaseHost): Promise<void> {
  return comeBack(
    host,
    TEXTS.map((content, index) => row(index, { content })),
  );
}

export function loneSurrogates(host: CaseHost): Promise<void> {
  return comeBack(
    host,
    LONE_SURROGATES.map((content, index) => row(index, { content })),
  );
}

export function longText(host: CaseHost): Promise<void> {
  const contents = ["x".repeat(LONG_UNITS), "é😀".repeat(LONG_UNITS / 3)];
  return comeBack(
    host,
    contents.map((content, index) => row(index, { content })),
  );
}

export function authors(host: CaseHost): Promise<void> {
  return comeBack(
    host,
    AUTHORS.map((author, index) => row(index, { author })),
  );
}

export function desks(host: CaseHost): Promise<void> {
  const ids = [null, "", "main", "General", " lab ", "C0123", "null"];
  return comeBack(
    host,
    ids.map((chatId, index) => row(index, { chatId })),
  );
}

export function parents(host: CaseHost): Promise<void> {
  // A parent may be newer, missing, or the row itself: what a source says is kept.
  return comeBack(
    host,
    [null, 0, 1, 0, 2, 99].map((parent, index) => row(index, { parent })),
  );
}

export function sources(host: CaseHost): Promise<void> {
  return comeBack(host, [
    row(0),
    row(1, { at: "1503435956.000247" }),
    row(2, { sourceId: "1234567890123456789" }),
    row(3, { at: "2024-02-30T25:61", sourceId: "007" }),
    row(4, { at: "", sourceId: "" }),
  ]);
}

async function comeBack(host: CaseHost, rows: readonly Message[]): Promise<void> {
  const { log } = await host.open(rows);
  for (const limit of [rows.length, 1]) await expectWalk(log, rows, limit);
}
