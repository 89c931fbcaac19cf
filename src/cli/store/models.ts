import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import type { StoreModels } from "../../store/open-store.js";
import { text, type Args } from "../args.js";
import type { Io } from "../io.js";
import { UsageError } from "../usage-error.js";

/** The models that a configuration names, each behind the one address that is given; none without. */
export async function modelsFrom(
  { env }: Io,
  args: Args,
  config: SpeakerConfig | null,
): Promise<StoreModels> {
  const model = config?.models.facts ?? "";
  const given = text(args, "model-url");
  if (model === "") {
    if (given === null) return {};
    throw new UsageError("--model-url is given, and no model", "name one in models of --config");
  }
  const baseUrl = given ?? env["BACKREAD_MODEL_URL"] ?? "";
  if (baseUrl === "")
    throw new UsageError(
      `nobody knows where the model "${model}" answers`,
      "give --model-url, or set BACKREAD_MODEL_URL",
    );
  const apiKey = env["BACKREAD_MODEL_KEY"] ?? "";
  const { openAiModel } = await import("../../store/index.js");
  return { facts: openAiModel({ baseUrl, model, ...(apiKey === "" ? {} : { apiKey }) }) };
}
