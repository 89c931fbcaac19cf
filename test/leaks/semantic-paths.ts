import type { Embedder } from "../../dist/store/embedder/embedder.js";
import { COMMON } from "./live.js";
import type { Asked, Path, Told } from "./paths.js";

/** Says what `COMMON` says, and stands in no text: only its meaning finds anything. */
const SYNONYM = "seaport";
/** Most hits of one search. */
const MOST = 20;

/** Knows one pair of synonyms. */
const portEmbedder: Embedder = {
  model: "ports",
  dimensions: 2,
  embed: async (texts) =>
    texts.map((text) =>
      Float32Array.from([text.includes(COMMON) || text.includes(SYNONYM) ? 1 : 0, 0.1]),
    ),
};

/** Searches by meaning: every text of the world is as near as any other. */
export const SEMANTIC_PATHS: readonly Path[] = [
  { name: "semantic search", ask: (asked) => ask(asked, SYNONYM) },
  { name: "semantic search with words", ask: (asked) => ask(asked, `${SYNONYM} ${COMMON}`) },
];

async function ask({ live, reader, visible }: Asked, query: string): Promise<Told> {
  const view = await live.semanticView(reader, portEmbedder);
  const answer = await view.search(query, { limit: MOST });
  const messages = [...visible].filter((row) => !live.oracle.row(row).memory).length;
  const wanted = Math.min(MOST, messages);
  const { degraded, hits } = answer;
  return {
    answers: [answer],
    wrong: [
      ...degraded.map((why) => `the lane is ${why}`),
      ...(hits.length === wanted ? [] : [`${hits.length} hits for ${query}, not ${wanted}`]),
    ],
    pairs: 0,
  };
}
