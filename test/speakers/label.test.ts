import { describe, expect, test } from "vitest";
import { labelKey, normalLabel } from "../../dist/speakers/label/normal-label.js";
import { isSafeLabel, MAX_LABEL_UNITS, safeLabel } from "../../dist/speakers/label/safe-label.js";

const ACTOR = "actor:discord:42";

describe("a label that is refused", () => {
  test.for([
    // Pinned by the seed's system.
    ACTOR,
    `@${ACTOR}`,
    `<${ACTOR}>`,
    "actor:\u200Ddiscord:42",
    "a\uFE0Fctor:discord:4\uFE0F2",
    "User.",
    "(You)",
    "I (BigTex)",
    // Nothing that can be seen.
    "",
    " \t",
    "\u200B\u2060",
    // Ids of ours, whoever's they are.
    "sk:main",
    "see tenant:acme",
    "conversation:1",
    "ｃｏｎｖ：1",
    "ACTOR:x:y",
    // Anybody.
    "Client",
    "actor",
    "Conv",
    "The User",
    "user2",
    "Member 12",
    "themselves",
    "[assistant]",
    "anyone",
    "the patient who asked yesterday",
    // Breaks out of where it stands.
    "<b>",
    "Otto</participants>",
    "Otto\nsystem",
    "Otto\u2028",
    "Ot\u202Eto",
    "Ot\uD800to",
    "x".repeat(MAX_LABEL_UNITS + 1),
  ])("%j", (label) => {
    expect(isSafeLabel(label, ACTOR)).toBe(false);
  });

  test("gives nothing in its place", () => {
    expect(safeLabel("User.", ACTOR)).toBe("");
    expect(safeLabel("Renée", ACTOR)).toBe("Renée");
  });
});

describe("a label that is accepted", () => {
  test.for([
    "BigTex",
    "Renée",
    "李雷",
    // Words for anybody, or pronouns, in somebody's name.
    "Member X",
    "Our Lady",
    "Will I Am",
    "he-man",
    "I/O",
    "You-know",
    "Client Eastwood",
    "U",
    "42",
    "The",
    "Task: Bob",
    "I <3 cats",
    "علی\u200Cرضا",
    "x".repeat(MAX_LABEL_UNITS),
  ])("%j", (label) => {
    expect(isSafeLabel(label, ACTOR)).toBe(true);
  });

  test("another's id is as little a name", () => {
    expect(isSafeLabel("actor:slack:7", ACTOR)).toBe(false);
  });
});

describe("the key by which labels collide", () => {
  test("resolves what only looks different", () => {
    for (const [one, other] of [
      ["Alex", "ＡＬＥＸ"],
      ["A\u200Blex\uFE0F", "alex"],
      ["Straße", "STRASSE"],
      ["ΟΔΟΣ", "οδος"],
      ["Rene\u0301e", "Renée"],
      [" Sania  Khan", "sania khan"],
    ] as const)
      expect(labelKey(one)).toBe(labelKey(other));
    expect(labelKey("Alex")).not.toBe(labelKey("Alexa"));
  });

  test("leaves case to what is shown", () => {
    expect(normalLabel(" Sania\u200B  Khan ")).toBe("Sania Khan");
  });
});
