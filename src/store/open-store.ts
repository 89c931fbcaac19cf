import { createCore } from "../core/create-core.js";
import { createRecall } from "../recall/create-recall.js";
import type { SpeakerConfig } from "../speakers/config/speaker-config.js";
import type { Recall } from "../recall/recall.js";
import type { RegexEngine } from "../regex/port.js";
import { readActorAudit } from "./actors/actor-audit.js";
import { mergeActors } from "./actors/merge-actors.js";
import { readActors } from "./actors/read-actors.js";
import { splitActor } from "./actors/split-actor.js";
import { defaultSpeakerConfig } from "../speakers/config/default-config.js";
import { adminOf } from "./admin/admin.js";
import { alias } from "./aliases.js";
import { assembleContext } from "./assembly/assemble-context.js";
import { auditKeyOf } from "./audit/audit-key.js";
import { audienceOf } from "./audience-of.js";
import { readAudit } from "./audit/read-audit.js";
import { cardStatus } from "./cards/card-status.js";
import { rebuildCards } from "./cards/rebuild-cards.js";
import { turnOnCards } from "./cards/turn-on.js";
import { cardWorkers, type CardWorkers } from "./cards/worker.js";
import type { Embedder } from "./embedder/embedder.js";
import { declareConnector } from "./connectors.js";
import type { Database } from "./database.js";
import { turnOnFacts } from "./facts/turn-on.js";
import { startLink } from "./identity/start-link.js";
import { unlink } from "./identity/unlink.js";
import { ingest } from "./ingest/index.js";
import { merge } from "./merge.js";
import { migrate } from "./migrate.js";
import type { ModelPort } from "./model-port/model-port.js";
import { openDatabase, type DatabaseOptions } from "./open-database.js";
import { openPerspective } from "./perspective.js";
import type { Perspective } from "./port.js";
import { deleteWhat, reset } from "./reset.js";
import type { Scope } from "./scope.js";
import { semanticLane } from "./semantic/lane.js";
import { turnOnSemantic } from "./semantic/switch.js";
import type { Store } from "./store-port.js";
import { openTurn } from "./turn/open-turn.js";
import { boundOf, type OpenedTurns } from "./turn/opened-turns.js";
import { maintain } from "./upkeep/maintain.js";
import { stats } from "./upkeep/stats.js";
import type { ViewTools } from "./view/binding.js";
import { bindView } from "./view/view.js";

export interface StoreOptions {
  readonly perspective: Perspective;
  /** Text search configuration of a new perspective; `english` when absent. */
  readonly searchConfig?: string;
  /** Digests of queries are made under a subkey of it; without one they are empty. */
  readonly masterKey?: string | Uint8Array;
  /** By default one over the package's own core is made when it is first needed. */
  readonly recall?: Recall;
  /** Without one, a `/…/` query throws `RegexUnsupportedError`. */
  readonly regex?: RegexEngine;
  /**
   * Finds rows by what they mean, beside those found by words. Off when absent. The texts of rows
   * and of queries go to whatever it calls: with a remote one they leave this machine.
   */
  readonly embedder?: Embedder;
  /**
   * Models for what is derived from rows, by their task. Off when absent. The texts of rows go to
   * whatever they call: with a remote one they leave this machine.
   */
  readonly models?: StoreModels;
  /** Gates of everything that tells who said what, as `readSpeakerConfig` reads them; all off when absent. */
  readonly speakers?: SpeakerConfig;
  /**
   * Milliseconds that one read may take, 1 to `MAX_SEARCH_TIMEOUT_MS`; `SEARCH_TIMEOUT_MS` when
   * absent. What takes longer ends with a `TimedOutError`.
   */
  readonly searchTimeoutMs?: number;
  /** ISO instant that ages are counted from, for replays; the database's own time when absent. */
  readonly now?: string;
}

export interface StoreModels {
  /** Reads facts in rows, when `maintain` is called. */
  readonly facts?: ModelPort;
  /** Proposes entries of cards from what their person said, where the gate of cards is on. */
  readonly general?: ModelPort;
  /** Judges what may stand on a card. There is none by default, and no card without one. */
  readonly admission?: ModelPort;
  /** Chooses among what may stand; `general` when absent. */
  readonly curation?: ModelPort;
}

/** A database of the caller's, which `close` leaves open, or where to find one. */
export type StoreDatabase = { readonly database: Database } | DatabaseOptions;

/**
 * Opens the transcript of one perspective, bringing its database to this version's schema first.
 * Errors: those of opening the database; `SchemaMismatchError`; `InvalidArgumentError` for a search
 * configuration that the database has not, or another than the perspective was made with, and for
 * cards that are on without their models.
 */
export async function openStore(options: StoreOptions & StoreDatabase): Promise<Store> {
  if ("database" in options) return storeOver(options.database, options, async () => undefined);
  const database = await openDatabase(options);
  try {
    return await storeOver(database, options, () => database.close());
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function storeOver(
  database: Database,
  options: StoreOptions,
  close: () => Promise<void>,
): Promise<Store> {
  const { perspective, searchConfig, masterKey, searchTimeoutMs } = options;
  const { cards, rebuilder } = cardWorkers(options.models, options.speakers);
  await migrate(database);
  const auditKey = masterKey === undefined ? null : await auditKeyOf(masterKey);
  const settings = { auditKey, searchTimeoutMs };
  const scope = await openPerspective(
    database,
    perspective,
    searchConfig === undefined ? settings : { ...settings, searchConfig },
  );
  if (options.embedder !== undefined) await turnOnSemantic(scope, options.embedder);
  const factModel = options.models?.facts;
  if (factModel !== undefined) await turnOnFacts(scope, factModel);
  if (cards !== undefined) await turnOnCards(scope, cards.models);
  const workers = { embedder: options.embedder, factModel, cards, rebuilder };
  const { speakers = defaultSpeakerConfig() } = options;
  return storeOf(scope, toolsOf(options), { close, speakers, ...workers });
}

interface StoreParts extends CardWorkers {
  readonly close: () => Promise<void>;
  readonly embedder: Embedder | undefined;
  readonly factModel: ModelPort | undefined;
  readonly speakers: SpeakerConfig;
}

function storeOf(scope: Scope, tools: ViewTools, parts: StoreParts): Store {
  const { close, speakers, rebuilder, ...workers } = parts;
  const opened: OpenedTurns = new WeakMap();
  return Object.freeze({
    perspective: scope.perspective,
    declare: (connector) => declareConnector(scope, connector),
    ingest: (batch) => ingest(scope, batch),
    alias: (from, to) => alias(scope, from, to),
    merge: (from, into) => merge(scope, from, into),
    reset: (conversation) => reset(scope, conversation),
    delete: (what) => deleteWhat(scope, what),
    startLink: (accounts) => startLink(scope, accounts),
    unlink: (account) => unlink(scope, account),
    actors: (query) => readActors(scope, query),
    mergeActors: (options) => mergeActors(scope, options),
    splitActor: (options) => splitActor(scope, options),
    actorAudit: (options) => readActorAudit(scope, options),
    audienceOf: (conversation) => audienceOf(scope, conversation),
    view: (options) => bindView(scope, options, tools),
    turn: (options) => openTurn(scope, options, tools, opened),
    assembleContext: async (turn, options) =>
      assembleContext(boundOf(opened, turn), speakers, options),
    maintain: (options) => maintain(scope, { ...options, ...workers }),
    rebuildCards: (options) => rebuildCards(scope, rebuilder, options),
    cardStatus: (options) => cardStatus(scope, options),
    stats: () => stats(scope),
    admin: adminOf(scope),
    audit: (options) => readAudit(scope, options),
    close,
  } satisfies Store);
}

function toolsOf({ recall, regex, now, embedder, speakers }: StoreOptions): ViewTools {
  let made: Promise<Recall> | undefined = recall && Promise.resolve(recall);
  return {
    recall: () => (made ??= createCore().then((core) => createRecall({ core, regex }))),
    regex,
    now,
    cards: speakers?.assembly.actorCardEnabled === true,
    ...(embedder === undefined ? {} : { semantic: semanticLane({ embedder }) }),
  };
}
