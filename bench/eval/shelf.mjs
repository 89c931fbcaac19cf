// One conversation in a store of its own perspective, and the rankings that are asked over it.
import { namedSpeaker } from "./metrics.mjs";
import { bm25, coverDensity } from "./rivals.mjs";

const CONNECTOR = { type: "eval", name: "corpus" };
const LIMIT = 20;
// What is measured is what is found: on a busy machine it may take its time.
const SEARCH_TIMEOUT_MS = 300_000;

/**
 * A database for conversations, one after another.
 * @param {string} url
 */
export async function openShelves(url) {
  const { openDatabase } = await import("../../dist/store/open-database.js");
  const database = await openDatabase({ url });
  return {
    use: (
      /** @type {import("./types.js").Case} */ one,
      /** @type {(rankings: Record<string, import("./types.js").Ranking>) => Promise<void>} */ ask,
    ) => withShelf(database, one, ask),
    close: () => database.close(),
  };
}

/**
 * @param {import("../../dist/store/database.js").Database} database
 * @param {import("./types.js").Case} one
 * @param {(rankings: Record<string, import("./types.js").Ranking>) => Promise<void>} use
 */
async function withShelf(database, { id, turns }, use) {
  const { openStore } = await import("../../dist/store/index.js");
  const perspective = { tenant: "eval", agent: id };
  const now = turns.at(-1)?.sentAt ?? "";
  const store = await openStore({
    database,
    perspective,
    now,
    searchTimeoutMs: SEARCH_TIMEOUT_MS,
  });
  await store.declare({ ...CONNECTOR, ids: "session" });
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const audience = {
    kind: /** @type {const} */ ("members"),
    namespace: CONNECTOR,
    readers: speakers,
  };
  const conversation = { connector: CONNECTOR, kind: /** @type {const} */ ("group"), id };
  const events = turns.map(({ id: sourceId, speaker, text, sentAt }) => ({
    type: /** @type {const} */ ("message"),
    sourceId,
    author: { type: /** @type {const} */ ("person"), id: speaker, label: speaker },
    content: text,
    sentAt,
    audience,
  }));
  const { outcomes } = await store.ingest({ conversation, events });
  const idOf = idsOf(turns, outcomes);
  const view = await store.view({ destination: { conversation, audience, asOf: now } });
  const ours =
    (/** @type {string | undefined} */ speaker) => async (/** @type {string} */ question) => {
      const filters = speaker === undefined ? {} : { actor: { id: speaker } };
      const { hits } = await view.search(question, { limit: LIMIT, neighbours: 0, filters });
      return hits.map(({ messageId }) => idOf(messageId));
    };
  await use(await rankingsOf({ database, perspective, idOf, ours, speakers }));
}

/**
 * @param {readonly import("./types.js").Turn[]} turns
 * @param {readonly import("../../dist/store/ingest-port.js").IngestOutcome[]} outcomes
 */
function idsOf(turns, outcomes) {
  const ids = new Map(
    outcomes.map((outcome, at) => {
      if (outcome.status !== "stored") throw new Error(`a turn was not stored: ${outcome.status}`);
      return [outcome.messageId, turns[at]?.id ?? ""];
    }),
  );
  return (/** @type {string} */ messageId) => ids.get(messageId) ?? "";
}

/**
 * @param {object} shelf
 * @param {import("../../dist/store/database.js").Database} shelf.database
 * @param {{ tenant: string, agent: string }} shelf.perspective
 * @param {(messageId: string) => string} shelf.idOf
 * @param {(speaker: string | undefined) => import("./types.js").Ranking} shelf.ours
 * @param {readonly string[]} shelf.speakers
 * @returns {Promise<Record<string, import("./types.js").Ranking>>}
 */
async function rankingsOf({ database, perspective, idOf, ours, speakers }) {
  /** @type {import("./rivals.mjs").Sql} */
  const sql = {
    query: (text, values) =>
      database.transaction({ begin: "begin" }, (session) => session.query(text, values)),
  };
  const [found] = await sql.query(
    "select id from backread.perspectives where tenant = $1 and agent = $2",
    [perspective.tenant, perspective.agent],
  );
  const shelf = {
    perspectiveId: /** @type {any} */ (found).id,
    sql: /** @type {any} */ (sql),
    idOf,
  };
  return {
    "OR + ts_rank_cd": coverDensity(shelf),
    BM25: bm25(shelf),
    shipped: ours(undefined),
    "shipped, strict speaker": (question) =>
      ours(namedSpeaker(question, speakers) ?? undefined)(question),
  };
}
