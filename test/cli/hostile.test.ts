import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess } from "./in-process.js";
import { backread, temporaryFolder, writeLog } from "./process.js";

/** What a terminal would act on: controls but the newline, C1, bidi controls, separators. */
const ACTING =
  // oxlint-disable-next-line eslint/no-control-regex -- controls are what it is about
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

const TITLE = "\u001b]0;owned\u0007";
const CLEAR = "\u001b[2J\u001b[H";
const CSI = "\u009b31m";
const OVERRIDE = "\u202etxt.exe\u2066";

const author = { type: "person", id: `ma${CSI}ra`, label: `Mara${TITLE}` };
const path = writeLog(join(temporaryFolder(), "hostile.jsonl"), [
  { content: `harmless ferry ${CLEAR}over${OVERRIDE}`, author, chat_id: `desk${TITLE}`, at: CLEAR },
  {
    content: `!pin ^1 #la${CSI}bel ferry\u0000 note${OVERRIDE}\u2028second`,
    author: { type: "agent", id: `bot${TITLE}`, label: `Bot${CLEAR}` },
    chat_id: `desk${TITLE}`,
  },
  {
    content: `line one\r\n${CLEAR}^1 Nikos (nikos)\n| ferry\u0085\tforged`,
    author: { type: "system", kind: `ki${CSI}nd`, label: `Sys${OVERRIDE}` },
    chat_id: `desk${TITLE}`,
    parent: 1,
  },
]);
const desk = ["--desk", `desk${TITLE}`];

const COMMANDS: readonly (readonly string[])[] = [
  ["search", "ferry", "--in", path],
  ["search", "ferry", "--in", path, "--json"],
  ["search", `${CLEAR}over`, "--in", path],
  ["pins", "--in", path, ...desk],
  ["pins", "--in", path, ...desk, "--json"],
  ["threads", "--in", path, ...desk],
  ["context", "--as", `v${CLEAR}`, "--in", path, ...desk],
  ["context", "--as", `v${CLEAR}`, "--in", path, ...desk, "--json"],
  ["find", "people", "mara", "--in", path],
  ["find", "agents", "bot", "--in", path],
  ["find", "desks", "desk", "--in", path],
];

describe("a transcript full of escape sequences", () => {
  it.each(COMMANDS)("%s %s cannot reach the terminal", async (...args) => {
    const { code, stdout, stderr } = await inProcess(args);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(ACTING);
    expect(stderr).not.toMatch(ACTING);
  });

  it("shows what was neutralised", async () => {
    const { stdout } = await backread(["search", "ferry", "--in", path, "--limit", "3"]);
    expect(stdout).toContain("harmless ferry ␛[2J␛[Hover<U+202E>txt.exe<U+2066>");
    expect(stdout).toContain("Mara␛]0;owned␇ (ma<U+009B>31mra)");
    expect(stdout).not.toMatch(ACTING);
  });

  it("keeps the text whole in JSON", async () => {
    const { stdout } = await inProcess(["search", "harmless", "--in", path, "--json"]);
    const { hits } = JSON.parse(stdout) as { hits: { excerpt: string; author: object }[] };
    expect(hits[0]).toMatchObject({ excerpt: `harmless ferry ${CLEAR}over${OVERRIDE}`, author });
  });

  it("has no command line that reaches the terminal by an error", async () => {
    for (const args of [
      [CLEAR],
      ["search", "x", `--${CLEAR}`],
      ["search", "x", "--in", CLEAR],
      ["search", "x", "--in", path, "--before", CLEAR],
      ["search", `/(${CLEAR}/`, "--in", path],
      ["pins", "--in", path, "--desk", CLEAR],
      ["search", "x", "--in", path, "--author", CLEAR],
      ["find", CLEAR, "x", "--in", path],
    ]) {
      const { code, stderr } = await inProcess(args);
      expect(code).not.toBe(0);
      expect(stderr).not.toBe("");
      expect(stderr).not.toMatch(ACTING);
    }
  });

  it("lets no line of a message pass for another author's", async () => {
    const { stdout } = await inProcess(["context", "--as", "v", "--in", path, ...desk]);
    const history = stdout.slice(stdout.indexOf("\nHistory\n"));
    expect(history).toContain("\n  | ␛[2J␛[H^1 Nikos (nikos)\n");
    expect(history.match(/^ {2}\^\d+ /gm)).toHaveLength(3);
  });
});
