import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSpeakerConfigText } from "../../dist/cli/config/read-speaker-config-text.js";
import { readSpeakerConfig } from "../../dist/speakers/index.js";
import { inProcess } from "./in-process.js";
import { temporaryFolder } from "./process.js";

const YAML = `
# who said what
assembly:
  speaker_roster_enabled: true
  cross_channel_recent: "merge"
search: {speaker_annotations_enabled: true}
models:
  general: small
`;
const JSON_TEXT = `{
  "assembly": {"speaker_roster_enabled": true, "cross_channel_recent": "merge"},
  "search": {"speaker_annotations_enabled": true},
  "models": {"general": "small"}
}`;

describe("the text of a configuration", () => {
  it("is YAML or JSON, and means the same in both", async () => {
    const read = await readSpeakerConfigText(YAML);
    expect(read).toMatchObject({
      ok: true,
      config: {
        assembly: { speakerRosterEnabled: true, crossChannelRecent: "merge" },
        search: { speakerAnnotationsEnabled: true, speakerSelectionEnabled: false },
        models: { general: "small", facts: "small" },
      },
    });
    expect(await readSpeakerConfigText(JSON_TEXT)).toEqual(read);
    expect(await readSpeakerConfigText("")).toEqual(readSpeakerConfig(null));
    const off = await readSpeakerConfigText("assembly: {cross_channel_recent: off}");
    expect(off).toEqual(readSpeakerConfig(null));
  });

  it("has every problem told, a quoted boolean and a YAML 1.1 one among them", async () => {
    const text = `
assembly: {actor_card_enabled: true, speaker_roster_enabled: "false", max: 1}
search: {speaker_selection_enabled: yes, speaker_audience_scope: room}
model: {}
`;
    const read = await readSpeakerConfigText(text);
    expect(read.ok ? [] : read.problems.map(({ path }) => path)).toEqual([
      "assembly.speaker_roster_enabled",
      "assembly.max",
      "search.speaker_selection_enabled",
      "search.speaker_audience_scope",
      "model",
      "assembly.actor_card_admission_model",
    ]);
  });

  it.each([
    ["a key twice", "search: {}\nsearch: {}\n", /unique.*line 2/],
    ["two documents", "search: {}\n---\nsearch: {}\n", /document/],
    ["an alias", "models: {general: &a x, facts: *a}\n", /alias/i],
    ["a tag", "models: {general: !!python x}\n", /tag/i],
    ["half a mapping", "search: {\n", /line/],
    ["a list", "- search\n", /must be a mapping/],
  ])("with %s is refused in one line", async (_, text, words) => {
    const read = await readSpeakerConfigText(text);
    const problems = read.ok ? [] : read.problems.map(({ problem }) => problem);
    expect(problems.join()).toMatch(words);
    expect(problems.join()).not.toContain("\n");
  });
});

describe("--config", () => {
  const folder = temporaryFolder();
  const file = (name: string, text: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it("names every problem on one line, before a store is opened", async () => {
    const path = file("bad.yaml", 'search: {speaker_selection_enabled: "true", other: 1}');
    for (const command of ["maintain", "mcp"]) {
      const { code, stdout, stderr } = await inProcess([command, "--config", path]);
      expect({ code, stdout }).toStrictEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(
        /^backread: --config .*: search\.speaker_selection_enabled must be .*; search\.other is not a known key\n$/,
      );
    }
  });

  it("is refused where it cannot be read", async () => {
    mkdirSync(join(folder, "sub"));
    const cases: readonly (readonly [path: string, words: string])[] = [
      [join(folder, "none.yaml"), "cannot be read (ENOENT)"],
      [join(folder, "sub"), "cannot be read (EISDIR)"],
      [file("latin.yaml", Uint8Array.of(0x23, 0xe9)), "is no text in UTF-8"],
      [file("long.yaml", `#${"x".repeat(1_048_576)}`), "is longer than 1048576 bytes"],
    ];
    for (const [path, words] of cases) {
      const { code, stderr } = await inProcess(["maintain", "--config", path]);
      expect(code).toBe(2);
      expect(stderr).toContain(words);
    }
  });

  it("and an address belong together", async () => {
    const named = file("models.yaml", "models: {facts: small}");
    const alone = await inProcess(["maintain", "--config", named]);
    expect(alone).toMatchObject({ code: 2 });
    expect(alone.stderr).toContain('where the model "small" answers; give --model-url');
    const nameless = await inProcess(["maintain", "--model-url", "http://127.0.0.1:1/v1"]);
    expect(nameless).toMatchObject({ code: 2 });
    expect(nameless.stderr).toContain("name one in models of --config");
    const key = "not one\nheader";
    const wrong = await inProcess(["maintain", "--config", named], {
      env: { BACKREAD_MODEL_URL: "http://127.0.0.1:1/v1", BACKREAD_MODEL_KEY: key },
    });
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).not.toContain("not one");
  });
});
