// workerd: a transcript on the server that `DATABASE_URL` names; each request is one way to use it.
import * as door from "backread/store";

const CONNECTOR = { type: "slack", name: "acme" };
const ROOM = { connector: CONNECTOR, kind: /** @type {const} */ ("channel"), id: "harbour" };
const AUDIENCE = { kind: /** @type {const} */ ("public") };
const AS_OF = "2026-03-01T00:00:00Z";
const PERSPECTIVE = { tenant: "worker", agent: "scribe" };

/**
 * @param {number} index
 * @param {string} content
 * @param {readonly string[] | null} readers everybody where it is null
 * @returns {import("backread/store").IngestEvent}
 */
function said(index, content, readers) {
  return {
    type: "message",
    sourceId: `row-${index}`,
    author: { type: "person", id: "u1", label: "Ann" },
    content,
    sentAt: `2026-01-01T10:0${index}:00Z`,
    audience: readers === null ? AUDIENCE : { kind: "members", namespace: CONNECTOR, readers },
  };
}

const ROWS = [
  said(1, "the tide gauge at the harbour", null),
  said(2, "the tide is a secret", ["u9"]),
  said(3, "naïve 港湾計画 \u{1f6a2} tide", null),
];

/** @type {Readonly<Record<string, (store: import("backread/store").Store) => Promise<unknown>>>} */
const USES = {
  "/ingest": async (store) => {
    await store.declare({
      ...CONNECTOR,
      ids: "global",
      agentIds: ["bot"],
      trusted: true,
      joinersSeeHistory: true,
    });
    const { outcomes } = await store.ingest({ conversation: ROOM, events: ROWS });
    return outcomes.map(({ status }) => status);
  },
  "/search": async (store) => {
    const view = await store.view({
      destination: { conversation: ROOM, audience: AUDIENCE, asOf: AS_OF },
      requester: { id: "u1" },
    });
    const { hits } = await view.search("tide");
    const page = await view.log({ conversation: ROOM }).readBefore(null, 10);
    return {
      hits: hits.map(({ messageId }) => messageId),
      rows: page.messages.map(({ content }) => content),
      count: await view.count(),
    };
  },
  "/deliver": async (store) => {
    const destination = { conversation: ROOM, audience: AUDIENCE, asOf: AS_OF };
    const view = await store.view({ destination });
    const [hit] = (await view.search("gauge")).hits;
    const turn = await store.turn({
      id: "turn-1",
      destination,
      requester: { id: "u1" },
      answering: hit?.messageId ?? "",
      loaded: [],
    });
    await turn.search("tide");
    await turn.deliver(
      { content: "the gauge is at the harbour", sourceId: "reply-1", sentAt: AS_OF },
      { audience: AUDIENCE, asOf: AS_OF },
    );
    return (await turn.trace()).ledger.length;
  },
};

/** @param {string} url @param {string} path */
async function used(url, path) {
  const use = USES[path];
  if (use === undefined) return { names: Object.keys(door).sort() };
  const store = await door.openStore({ url, perspective: PERSPECTIVE });
  try {
    return { answer: await use(store) };
  } finally {
    await store.close();
  }
}

export default {
  /** @param {Request} request @param {{ readonly DATABASE_URL: string }} env */
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    try {
      return Response.json(await used(searchParams.get("url") ?? env.DATABASE_URL, pathname));
    } catch (error) {
      const { name, message, stack } = /** @type {Error & { code?: string }} */ (error);
      return Response.json(
        { error: { name, message, stack, code: Reflect.get(Object(error), "code") } },
        { status: 500 },
      );
    }
  },
};
