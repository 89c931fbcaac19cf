import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import type { StoreModels } from "../../store/open-store.js";
import { text, type Args } from "../args.js";
import type { Io } from "../io.js";
import { UsageError } from "../usage-error.js";

/**
 * The models that a configuration names for work that is on, each behind the one address that is
 * given; none without.
 */
export async function modelsFrom(
  { env }: Io,
  args: Args,
  config: SpeakerConfig | null,
): Promise<StoreModels> {
  const names = config === null ? [] : namesOf(config);
  const [first] = names;
  const given = text(args, "model-url");
  if (first === undefined) {
    if (given === null) return {};
    throw new UsageError("--model-url is given, and no model", "name one in models of --config");
  }
  const baseUrl = given ?? env["BACKREAD_MODEL_URL"] ?? "";
  if (baseUrl === "")
    throw new UsageError(
      `nobody knows where the model "${first[1]}" answers`,
      "give --model-url, or set BACKREAD_MODEL_URL",
    );
  const apiKey = env["BACKREAD_MODEL_KEY"] ?? "";
  const { openAiModel } = await import("../../store/index.js");
  const key = apiKey === "" ? {} : { apiKey };
  return Object.fromEntries(
    names.map(([part, model]) => [part, openAiModel({ baseUrl, model, ...key })]),
  );
}

/** By their parts in `StoreModels`. */
function namesOf({ models, assembly }: SpeakerConfig): readonly (readonly [string, string])[] {
  const cards: StoreModelNames = {
    general: models.general,
    admission: assembly.actorCardAdmissionModel,
    curation: assembly.actorCardCurationModel,
  };
  const names: StoreModelNames = {
    facts: models.facts,
    ...(assembly.actorCardEnabled ? cards : {}),
  };
  return Object.entries(names).filter(([, model]) => model !== "");
}

type StoreModelNames = Readonly<Partial<Record<keyof StoreModels, string>>>;
