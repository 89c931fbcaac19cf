// An MCP server over standard input and output, for mcp.test.ts. What it tells goes to stderr.
import { serveMcpStdio } from "../../dist/tools/mcp/index.js";

/** @type {import("../../dist/store/port.js").StoredRow} */
const row = {
  messageId: "00000000-0000-4000-8000-000000000000",
  sequence: 1,
  conversation: "c",
  ref: { connector: { type: "slack", name: "acme" }, kind: "dm", id: "secret" },
  room: "",
  channel: null,
  author: { type: "person", id: "secret", label: "Ana" },
  content: "an apple",
  quoted: null,
  at: null,
  sentAt: null,
  edited: false,
};
/** @type {import("../../dist/store/port.js").StoreHit} */
const hit = { ...row, lanes: ["words"], score: 1, parts: { words: 1 }, before: [], after: [] };
/** @type {import("../../dist/model/message.js").Coverage} */
const coverage = { scanned: 1, oldest: 1, complete: true, nextBefore: null, stoppedBy: "end" };

/** @returns {never} */
function unasked() {
  throw new Error("this is not asked for");
}

/** @type {import("../../dist/store/port.js").View} */
const view = {
  conversation: "c",
  log: unasked,
  fetch: unasked,
  neighbours: unasked,
  count: unasked,
  memories: unasked,
  facts: unasked,
  card: unasked,
  pins: unasked,
  threads: unasked,
  context: unasked,
  roster: unasked,
  async search(query, { signal } = {}) {
    console.error(`searching ${query}`);
    if (query === "slow")
      await new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          console.error(`aborted ${query}`);
          reject(new Error("aborted"));
        });
      });
    return { status: "ok", hits: [hit], lanes: [], coverage, reason: null, degraded: [] };
  },
};

await serveMcpStdio({
  async openTurn() {
    console.error("opened a turn");
    return view;
  },
});
