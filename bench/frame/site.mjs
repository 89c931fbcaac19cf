// Serves the page and its candidates to a Chromium of this machine, on this machine only.
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { build } from "vite";

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>frame</title><body><script type="module" src="/page.js"></script></body></html>`;
/** @type {Readonly<Record<string, string>>} */
const TYPES = { js: "text/javascript", wasm: "application/wasm", json: "application/json" };
/** A page by itself is given a clock of 5 µs instead of 100. */
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** @typedef {"page" | "worker"} Way where the list is held and searched */
/** @typedef {{ candidates: readonly import("../../dist/index.js").Candidate[], way: Way }} Held */

/**
 * Opens the page over a list and lets it be used.
 * @template T
 * @param {string} executablePath
 * @param {Held} held
 * @param {(page: import("playwright").Page) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withPage(executablePath, { candidates, way }, use) {
  const files = await bundled();
  files.set("/candidates.json", JSON.stringify(candidates));
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const file = path === "/" ? PAGE : files.get(path);
    const type = TYPES[path.split(".").at(-1) ?? ""] ?? "text/html";
    response.writeHead(file === undefined ? 404 : 200, { ...ISOLATED, "content-type": type });
    response.end(file);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const args = ["--no-sandbox", "--disable-gpu"];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/${way === "worker" ? "?worker" : ""}`);
    return await use(page);
  } finally {
    await browser.close();
    server.close();
  }
}

/** The page's script and what it loads, by path. @returns {Promise<Map<string, string | Uint8Array>>} */
async function bundled() {
  const input = fileURLToPath(new URL("page.mjs", import.meta.url));
  const output = { entryFileNames: "page.js" };
  const result = await build({
    configFile: false,
    logLevel: "error",
    worker: { format: "es" },
    build: {
      write: false,
      modulePreload: false,
      target: "es2022",
      rolldownOptions: { input, output },
    },
  });
  const made = [result].flat().flatMap((each) => ("output" in each ? each.output : []));
  return new Map(
    made.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : file.source]),
  );
}
