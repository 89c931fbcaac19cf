import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import type { StoreModels } from "../../store/open-store.js";
import { text, type Args } from "../args.js";
import type { Io } from "../io.js";
import { UsageError } from "../usage-error.js";

/** Names of models by what they are asked; an empty one is none. */
export type ModelNames = Readonly<Partial<Record<keyof StoreModels, string>>>;

/** What is asked when a store is maintained: cards only where their gate is on. */
export function namesForUpkeep(config: SpeakerConfig | null): ModelNames {
  if (config === null) return {};
  const cards = config.assembly.actorCardEnabled ? namesForCards(config) : {};
  return { facts: config.models.facts, ...cards };
}

/** What cards are built with, whatever their gate. */
export function namesForCards(config: SpeakerConfig | null): ModelNames {
  if (config === null) return {};
  const { assembly, models } = config;
  if (assembly.actorCardEnabled && models.general === "")
    throw new UsageError(
      "cards are on, and no model proposes what stands on them",
      "name one as models.general in --config",
    );
  return {
    general: models.general,
    admission: assembly.actorCardAdmissionModel,
    curation: assembly.actorCardCurationModel,
  };
}

/** The models of these names, each behind the one address that is given; none without names. */
export async function modelsFrom({ env }: Io, args: Args, names: ModelNames): Promise<StoreModels> {
  const named = Object.entries(names).filter(([, model]) => model !== "");
  const given = text(args, "model-url");
  const [first] = named;
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
  const port = (model: string): ReturnType<typeof openAiModel> =>
    openAiModel({ baseUrl, model, ...(apiKey === "" ? {} : { apiKey }) });
  return Object.fromEntries(named.map(([task, model]) => [task, port(model)]));
}
