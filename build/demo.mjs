// Builds the demo page over dist/ into demo/dist, when something that it is made of has changed.
import { isFresh, runIfStale } from "./fresh.mjs";
import { withLock } from "./lock.mjs";
import { fromRoot } from "./paths.mjs";
import { runNode } from "./process.mjs";

/** @type {import("./fresh.mjs").Step} */
const PAGE = {
  name: "demo page",
  inputs: [
    "demo/index.html",
    "demo/icon.svg",
    "demo/page",
    "demo/style",
    "demo/sample.jsonl",
    "demo/workspace",
    "demo/csp.mjs",
    "demo/vite.config.mjs",
    "dist",
    "package-lock.json",
  ],
  outputs: ["demo/dist/index.html"],
  run: () =>
    runNode("node_modules/vite/bin/vite.js", ["build", "--config", "demo/vite.config.mjs"], {
      quiet: true,
    }),
};

/** Brings `demo/dist` up to date with the sources and with `dist/`, which has to be there. */
export async function ensurePage() {
  if (isFresh(PAGE)) return;
  await withLock(
    fromRoot(".backread/page.lock"),
    async () => {
      if (await runIfStale(PAGE)) say("made the demo page");
    },
    (owner) => say(`waiting for the page build of process ${owner}`),
  );
}

/** @param {string} what */
function say(what) {
  process.stderr.write(`backread: ${what}\n`);
}
