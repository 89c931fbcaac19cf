import { describe, expect, test } from "vitest";
import { readSpeakerConfig } from "../../dist/speakers/config/read-speaker-config.js";

function problems(value: unknown): readonly string[] {
  const result = readSpeakerConfig(value);
  return result.ok ? [] : result.problems.map(({ path }) => path);
}

const DEFAULTS = {
  assembly: {
    actorCardEnabled: false,
    actorCardMaxTokens: 400,
    actorCardFactLimit: 60,
    actorCardTurnLimit: 500,
    actorCardEntriesPerKind: 3,
    actorCardCurationModel: "",
    actorCardAdmissionModel: "",
    speakerRosterEnabled: false,
    speakerRosterMaxTokens: 300,
    crossChannelRecent: "off",
  },
  search: {
    speakerAnnotationsEnabled: false,
    speakerSelectionEnabled: false,
    speakerAudienceScope: "channel",
  },
  models: { general: "", facts: "" },
};

describe("the speakers' configuration", () => {
  test.for([{}, undefined, null, { assembly: null, search: {}, models: undefined }])(
    "has every gate off where nothing is set: %j",
    (value) => {
      expect(readSpeakerConfig(value)).toEqual({ ok: true, config: DEFAULTS });
    },
  );

  test("takes every key of the seed, and ours", () => {
    const assembly = {
      actor_card_enabled: true,
      actor_card_max_tokens: 0,
      actor_card_fact_limit: 1,
      actor_card_turn_limit: 2,
      actor_card_entries_per_kind: 4,
      actor_card_curation_model: "curator",
      actor_card_admission_model: " judge ",
      speaker_roster_enabled: true,
      speaker_roster_max_tokens: 5,
      cross_channel_recent: "merge",
    };
    const search = {
      speaker_annotations_enabled: true,
      speaker_selection_enabled: true,
      speaker_audience_scope: "conversation",
    };
    expect(readSpeakerConfig({ assembly, search, models: { general: "g", facts: "f" } })).toEqual({
      ok: true,
      config: {
        assembly: {
          actorCardEnabled: true,
          actorCardMaxTokens: 0,
          actorCardFactLimit: 1,
          actorCardTurnLimit: 2,
          actorCardEntriesPerKind: 4,
          actorCardCurationModel: "curator",
          actorCardAdmissionModel: "judge",
          speakerRosterEnabled: true,
          speakerRosterMaxTokens: 5,
          crossChannelRecent: "merge",
        },
        search: {
          speakerAnnotationsEnabled: true,
          speakerSelectionEnabled: true,
          speakerAudienceScope: "conversation",
        },
        models: { general: "g", facts: "f" },
      },
    });
  });

  test("unset models are the general one; the judge never is", () => {
    const models = { general: "g" };
    expect(readSpeakerConfig({ models })).toMatchObject({
      config: {
        assembly: { actorCardCurationModel: "g", actorCardAdmissionModel: "" },
        models: { facts: "g" },
      },
    });
    const cards = { actor_card_enabled: true };
    for (const judge of [{}, { actor_card_admission_model: " " }])
      expect(problems({ models, assembly: { ...cards, ...judge } })).toEqual([
        "assembly.actor_card_admission_model",
      ]);
  });

  test("gates are independent of each other", () => {
    for (const gate of ["speaker_annotations_enabled", "speaker_selection_enabled"]) {
      const result = readSpeakerConfig({ search: { [gate]: true } });
      expect(result.ok && Object.values(result.config.search).filter((on) => on === true)).toEqual([
        true,
      ]);
    }
    expect(problems({ assembly: { speaker_roster_enabled: true } })).toEqual([]);
  });

  test("lists every problem at once", () => {
    const wrong = {
      assembly: {
        actor_card_enabled: "false",
        actor_card_max_tokens: -1,
        actor_card_fact_limit: 0,
        actor_card_turn_limit: 1.5,
        actor_card_entries_per_kind: "3",
        actor_card_curation_model: 4,
        speaker_roster_max_tokens: Number.NaN,
        // What an old YAML reader makes of a bare `off`.
        cross_channel_recent: false,
        actor_card_prompt_max_chars: 192_000,
      },
      search: { speaker_selection_enabled: 1, speaker_audience_scope: "guild" },
      models: ["general"],
      engagement: {},
    };
    expect([...problems(wrong)].sort()).toEqual([
      "assembly.actor_card_curation_model",
      "assembly.actor_card_enabled",
      "assembly.actor_card_entries_per_kind",
      "assembly.actor_card_fact_limit",
      "assembly.actor_card_max_tokens",
      "assembly.actor_card_prompt_max_chars",
      "assembly.actor_card_turn_limit",
      "assembly.cross_channel_recent",
      "assembly.speaker_roster_max_tokens",
      "engagement",
      "models",
      "search.speaker_audience_scope",
      "search.speaker_selection_enabled",
    ]);
    const inherited: unknown = JSON.parse('{"__proto__": {"assembly": {}}}');
    expect(problems(inherited)).toEqual(["__proto__"]);
    expect(problems("assembly:")).toEqual([""]);
    expect(problems([])).toEqual([""]);
  });
});
