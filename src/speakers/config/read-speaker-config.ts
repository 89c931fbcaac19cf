import { Section } from "./section.js";
import type {
  AssemblyConfig,
  ConfigProblem,
  ModelsConfig,
  SpeakerConfigResult,
  SpeakerSearchConfig,
} from "./speaker-config.js";

/**
 * Reads `{assembly, search, models}`, as a YAML or JSON file gives it, by its snake_case keys. What
 * is absent has its default. Everything that is wrong is listed at once: a key that is not known, a
 * value of another type (a quoted `"false"` is a text), and cards without an admission model.
 */
export function readSpeakerConfig(value: unknown): SpeakerConfigResult {
  const problems: ConfigProblem[] = [];
  const root = new Section("", value, problems);
  const models = readModels(root.section("models"));
  const assembly = readAssembly(root.section("assembly"), models);
  const search = readSearch(root.section("search"));
  root.end();
  if (assembly.actorCardEnabled && assembly.actorCardAdmissionModel === "")
    problems.push({
      path: "assembly.actor_card_admission_model",
      problem: "must name a model while assembly.actor_card_enabled is true",
    });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, config: Object.freeze({ assembly, search, models }) };
}

function readModels(section: Section): ModelsConfig {
  const general = section.model("general");
  const facts = section.model("facts");
  section.end();
  return Object.freeze({ general, facts: facts === "" ? general : facts });
}

function readAssembly(section: Section, { general }: ModelsConfig): AssemblyConfig {
  const curation = section.model("actor_card_curation_model");
  const config = {
    actorCardEnabled: section.flag("actor_card_enabled", false),
    actorCardMaxTokens: section.count("actor_card_max_tokens", 400, 0),
    actorCardFactLimit: section.count("actor_card_fact_limit", 60, 1),
    actorCardTurnLimit: section.count("actor_card_turn_limit", 500, 1),
    actorCardEntriesPerKind: section.count("actor_card_entries_per_kind", 3, 1),
    actorCardCurationModel: curation === "" ? general : curation,
    actorCardAdmissionModel: section.model("actor_card_admission_model"),
    speakerRosterEnabled: section.flag("speaker_roster_enabled", false),
    speakerRosterMaxTokens: section.count("speaker_roster_max_tokens", 300, 0),
    crossChannelRecent: section.choice("cross_channel_recent", ["off", "merge"], "off"),
  } as const;
  section.end();
  return Object.freeze(config);
}

function readSearch(section: Section): SpeakerSearchConfig {
  const config = {
    speakerAnnotationsEnabled: section.flag("speaker_annotations_enabled", false),
    speakerSelectionEnabled: section.flag("speaker_selection_enabled", false),
    speakerAudienceScope: section.choice(
      "speaker_audience_scope",
      ["channel", "conversation"],
      "channel",
    ),
  } as const;
  section.end();
  return Object.freeze(config);
}
