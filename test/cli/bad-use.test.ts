import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess } from "./in-process.js";
import { backread, SAMPLE, temporaryFolder, writeLog } from "./process.js";

/** One line that says what is wrong and what to do, exit 2, nothing on stdout. */
const CASES: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["no command", [], /backread {2}search what a room said/],
  ["an unknown command", ["serch", "x"], /there is no command "serch"; there are search, /],
  ["no query", ["search", "--in", SAMPLE], /QUERY is missing; see --help/],
  ["a blank query", ["search", " ", "--in", SAMPLE], /QUERY is blank/],
  ["two queries", ["search", "a", "b", "--in", SAMPLE], /"b" is one argument too many; quote/],
  ["no transcript", ["search", "a"], /--in is missing; it names the transcript/],
  [
    "an unknown option",
    ["search", "a", "--lim", "3"],
    /no option --lim here; did you mean --limit/,
  ],
  ["an option of another command", ["pins", "--as", "x"], /no option --as here/],
  ["an option twice", ["search", "a", "--in", "x", "--in", "y"], /--in is given twice/],
  ["no value", ["search", "a", "--in", "--json"], /--in needs a value; write --in=PATH/],
  ["a value for a switch", ["search", "a", "--json=1"], /--json takes no value/],
  [
    "an empty author",
    ["search", "a", "--in", SAMPLE, "--author", ""],
    /--author is empty; it takes/,
  ],
  [
    "an option of stores",
    ["search", "a", "--in", SAMPLE, "--around", "1"],
    /--around means nothing here; it goes with --viewing/,
  ],
  ["a limit of none", ["search", "a", "--in", SAMPLE, "--limit", "0"], /--limit must be a whole/],
  [
    "a strange row",
    ["search", "a", "--in", SAMPLE, "--before", "x"],
    /--before must be the number/,
  ],
  ["a row too far", ["pins", "--in", SAMPLE, "--before", "9007199254740992"], /--before must be/],
  [
    "an unknown engine",
    ["search", "/a/", "--in", SAMPLE, "--engine", "pcre"],
    /one of re2js, re2w/,
  ],
  [
    "a thread without a root",
    ["pins", "--in", SAMPLE, "--thread", "99999"],
    /there is no row \^99999/,
  ],
  ["a thread of an answer", ["pins", "--in", SAMPLE, "--thread", "58"], /answer; .*--thread 55/],
  [
    "a path to nothing",
    ["search", "a", "--in", "/nowhere/x"],
    /there is no \/nowhere\/x; --in names/,
  ],
  [
    "an expression that does not compile",
    ["search", "/a(b/", "--in", SAMPLE],
    /invalid pattern at \d+: .*RE2 syntax/,
  ],
  [
    "an expression over the budget",
    ["search", "/a{1000}{1000}/", "--in", SAMPLE],
    /make it shorter, or repeat less/,
  ],
  [
    "an unknown admin command",
    ["admin", "repair"],
    /there is no admin command "repair"; there are backfill-senders, /,
  ],
  ["an admin command without a place", ["admin", "reindex"], /it is not said where; give --conv/],
  [
    "an admin command with two places",
    ["admin", "reindex", "--all", "--conversation", "slack/sound/channel/C1"],
    /it is not said where; give --conversation ROOM, or --all/,
  ],
  [
    "opposites",
    ["admin", "normalize-actor-ids", "--all", "--apply", "--dry-run"],
    /--apply and --dry-run are opposites/,
  ],
  [
    "an apply where nothing is guarded",
    ["admin", "reindex", "--all", "--apply"],
    /no option --app/,
  ],
  [
    "a merge of one",
    ["admin", "merge-conversations", "slack/sound/channel/C1"],
    /INTO is missing; see --help/,
  ],
  ["no room", ["admin", "reindex", "--conversation", "C1"], /must be TYPE\/NAME\/KIND\/ID/],
  ["a limit of no changes", ["admin", "reindex", "--all", "--limit", "0"], /--limit must be a who/],
  ["cards of nobody", ["admin", "rebuild-actor-cards"], /it is not said which cards; give one of/],
  [
    "cards of two",
    ["admin", "rebuild-actor-cards", "--all", "--actor-id", "actor:slack:u1"],
    /it is not said which cards; give one of/,
  ],
  [
    "a model's address without a model",
    ["admin", "rebuild-actor-cards", "--all", "--model-url", "http://127.0.0.1:1"],
    /--model-url is given, and no model; name one in models of --config/,
  ],
  [
    "a decision of nobody",
    ["admin", "merge-actors", "actor:slack:u1", "actor:slack:u2"],
    /--operator is missing; it says who decides it/,
  ],
  [
    "a merge of one actor",
    ["admin", "merge-actors", "actor:slack:u1", "--operator", "ops"],
    /INTO is missing; see --help/,
  ],
  [
    "a split by opposites",
    ["admin", "split-actor", "a", "--operator", "ops", "--apply", "--dry-run"],
    /--apply and --dry-run are opposites/,
  ],
  ["no connector", ["admin", "actors", "--connector", "slack"], /must be TYPE\/NAME, not "slack"/],
  ["a store that is nowhere", ["doctor", "--store", "pglite:/nowhere/x"], /there is no store at/],
  ["a bad map", ["search", "a", "--in", SAMPLE, "--map", "text"], /map needs one = in "text"/],
  [
    "nothing to find",
    ["find", "cats", "a", "--in", SAMPLE],
    /there are no "cats" to find; there are/,
  ],
];

describe("bad use", () => {
  it.each(CASES)("%s", async (_, args, message) => {
    const { code, stdout, stderr } = await inProcess(args);
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
    if (args.length > 0) expect(stderr).toMatch(/^backread: [^\n]*\n$/);
  });

  it("ends a process with 2", async () => {
    const { code, stdout, stderr } = await backread(["search", "/a(b/", "--in", SAMPLE]);
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^backread: invalid pattern at \d+: [^\n]*\n$/);
  });

  it("shows where with BACKREAD_DEBUG=1 only", async () => {
    const args = ["search", "/a(b/", "--in", SAMPLE];
    expect((await inProcess(args)).stderr).not.toContain("    at ");
    expect((await inProcess(args, { env: { BACKREAD_DEBUG: "1" } })).stderr).toContain("    at ");
  });
});

describe("bad input", () => {
  it("refuses what is of no known format", async () => {
    const path = join(temporaryFolder(), "prose.txt");
    writeFileSync(path, "Dear diary,\nnothing to report.\n");
    const { code, stderr } = await inProcess(["search", "diary", "--in", path]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^backread: prose\.txt: its format is not known; understood are: .*\n$/);
  });

  it("refuses a folder without an export in it", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "empty"));
    const { code, stderr } = await backread(["search", "x", "--in", folder]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^backread: .*no file in it has a known format; understood are: .*\n$/);
  });

  it("refuses a gzip that is cut short", async () => {
    const path = join(temporaryFolder(), "log.jsonl.gz");
    writeFileSync(path, Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]));
    const { code, stderr } = await inProcess(["search", "x", "--in", path]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^backread: [^\n]*gzip[^\n]*\n/);
  });

  it("searches past broken lines and tells of each once", async () => {
    const path = writeLog(join(temporaryFolder(), "torn.jsonl"), [
      { content: "the first ferry" },
      { content: "the second ferry" },
    ]);
    writeFileSync(path, '{"sequence": 3, oops\n{"sequence":4}\n', { flag: "a" });
    const { code, stdout, stderr } = await backread(["search", "ferry", "--in", path]);
    expect(code).toBe(0);
    expect(stdout).toContain("2 hits · 2 rows read");
    expect(stderr).toMatch(/^backread: 2 issues in the source, 2 not read; --issues lists them\n/);
    const listed = await inProcess(["context", "--as", "x", "--in", path, "--issues"]);
    // A turn walks the log four times over.
    expect(listed.stderr.match(/line \d+: /g)).toHaveLength(2);
  });

  it("refuses rows out of order, and says which way of reading lists them", async () => {
    const path = writeLog(join(temporaryFolder(), "shuffled.jsonl"), [
      { content: "ferry one" },
      { content: "ferry two" },
    ]);
    writeFileSync(path, '{"sequence":1,"author":{"type":"operator"},"content":"ferry"}\n', {
      flag: "a",
    });
    const { code, stderr } = await backread(["search", "ferry", "--in", path]);
    expect(code).toBe(2);
    expect(stderr).toContain("--format rows reads it whole");
    const whole = await inProcess(["search", "ferry", "--in", path, "--format", "rows"]);
    expect(whole.code).toBe(0);
    expect(whole.stderr).toContain("1 issue in the source, 1 not read");
  });

  it("reads an empty log as one without rows", async () => {
    const path = join(temporaryFolder(), "empty.jsonl");
    writeFileSync(path, "");
    const { code, stdout, stderr } = await inProcess(["search", "x", "--in", path]);
    expect(code).toBe(1);
    expect(stdout).toBe("nothing found · there was no row to read\n");
    expect(stderr).toBe("");
  });
});

const COMMANDS = [
  "search",
  "pins",
  "threads",
  "context",
  "find",
  "demo",
  "import",
  "stats",
  "audit",
  "delete",
  "link",
  "unlink",
  "maintain",
  "mcp",
  "admin",
  "doctor",
];

const ADMIN_COMMANDS = [
  "backfill-senders",
  "backfill-channels",
  "backfill-actors",
  "backfill-reply-roles",
  "backfill-fact-authors",
  "reattribute-route",
  "normalize-actor-ids",
  "merge-conversations",
  "reindex",
  "rebuild-actor-cards",
  "card-status",
  "actors",
  "merge-actors",
  "split-actor",
  "actor-audit",
];

describe("help", () => {
  it.each([["--help"], ["-h"], ["help"]])("%s lists the commands", async (flag) => {
    const { code, stdout } = await inProcess([flag]);
    expect(code).toBe(0);
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, "m"));
  });

  it.each(COMMANDS)("%s --help is within 80 columns", async (name) => {
    const { code, stdout } = await inProcess([name, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^backread ${name}[ \\n]`));
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("admin --help lists its commands, and help of one is its own", async () => {
    const { code, stdout } = await inProcess(["admin", "--help"]);
    expect(code).toBe(0);
    for (const name of ADMIN_COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, "m"));
    const own = await inProcess(["help", "admin", "reindex"]);
    expect(own).toStrictEqual(await inProcess(["admin", "reindex", "--help"]));
  });

  it.each(ADMIN_COMMANDS)("admin %s --help is within 80 columns", async (name) => {
    const { code, stdout } = await inProcess(["admin", name, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^backread admin ${name} `));
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("--version is the package's", async () => {
    const { stdout } = await backread(["--version"]);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
