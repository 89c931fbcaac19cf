import { InvalidArgumentError } from "../../model/errors.js";
import { defaultSpeakerConfig } from "../../speakers/config/default-config.js";
import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import type { CardLimits } from "../../speakers/card/card.js";
import { checkModel } from "../model-port/ask-model.js";
import type { ModelPort } from "../model-port/model-port.js";
import { buildCard, type CardModels } from "./build/build-card.js";

export interface CardSettings extends CardLimits {
  /** Newest rows, and facts, that one card is built from. */
  readonly turnLimit: number;
  readonly factLimit: number;
}

/** What cards are built with. */
export interface CardWorker {
  readonly models: CardModels;
  readonly settings: CardSettings;
  /** `buildCard`, but in tests of everything around it. */
  readonly build: typeof buildCard;
}

export interface GivenModels {
  readonly general?: ModelPort | undefined;
  readonly admission?: ModelPort | undefined;
  /** `general` where absent. */
  readonly curation?: ModelPort | undefined;
}

export interface CardWorkers {
  /** Where the gate is on. */
  readonly cards: CardWorker | undefined;
  /** Builds cards that an operator asks for, whatever the gate; absent without its models. */
  readonly rebuilder: CardWorker | undefined;
}

/**
 * Errors: `InvalidArgumentError` where the gate is on and a model is missing: nothing stands in for
 * admission.
 */
export function cardWorkers(
  models: GivenModels = {},
  speakers: SpeakerConfig = defaultSpeakerConfig(),
): CardWorkers {
  const isOn = speakers.assembly.actorCardEnabled;
  const isAble = models.general !== undefined && models.admission !== undefined;
  const worker = isOn || isAble ? workerOf(models, speakers) : undefined;
  return { cards: isOn ? worker : undefined, rebuilder: worker };
}

function workerOf(
  { general, admission, curation = general }: GivenModels,
  { assembly }: SpeakerConfig,
): CardWorker {
  const models = {
    general: required(general, "models.general"),
    admission: required(admission, "models.admission"),
    curation: required(curation, "models.curation"),
  };
  const { actorCardEntriesPerKind, actorCardTurnLimit, actorCardFactLimit } = assembly;
  const settings = {
    entriesPerKind: actorCardEntriesPerKind,
    turnLimit: actorCardTurnLimit,
    factLimit: actorCardFactLimit,
  };
  return Object.freeze({ models, settings, build: buildCard });
}

function required(model: ModelPort | undefined, argument: string): ModelPort {
  if (model === undefined) throw InvalidArgumentError.of(argument, "is needed to build cards");
  checkModel(model, argument);
  return model;
}
