// Serves the built page on this machine alone: `node demo/serve.mjs [port]`.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import { CONTENT_POLICY_HEADER } from "./csp.mjs";

const HOST = "127.0.0.1";
export const FIRST_PORT = 5173;
/** Ports tried, one after the other, before giving up. */
export const PORTS_TRIED = 100;

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".jsonl": "application/x-ndjson",
};

const HEADERS = {
  "content-security-policy": CONTENT_POLICY_HEADER,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
};

/**
 * @typedef {object} PageServer
 * @property {string} url
 * @property {() => Promise<void>} close
 */

/**
 * Serves a folder on the first free port from `port` on; with 0 the system picks one.
 * @param {{ port?: number, folder?: URL }} [options]
 * @returns {Promise<PageServer>}
 */
export async function servePage({ port = FIRST_PORT, folder } = {}) {
  const base = folder ?? new URL("./dist/", import.meta.url);
  const server = createServer((request, response) => {
    answer(base, request).then(
      ({ status, type, body }) => {
        response.writeHead(status, { ...HEADERS, "content-type": type });
        response.end(request.method === "HEAD" ? undefined : body);
      },
      () => response.destroy(),
    );
  });
  const bound = await listen(server, port);
  return {
    url: `http://${HOST}:${bound}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {URL} base
 * @param {import("node:http").IncomingMessage} request
 * @returns {Promise<{ status: number, type: string, body: string | Buffer }>}
 */
async function answer(base, { method, url = "/", headers }) {
  const type = "text/plain; charset=utf-8";
  // A name that leads here from elsewhere is how another site would read this one.
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? ""))
    return { status: 421, type, body: "not this host" };
  if (method !== "GET" && method !== "HEAD") return { status: 405, type, body: "only GET" };
  const file = fileOf(base, url);
  if (file === null) return { status: 404, type, body: "not found" };
  try {
    const body = await readFile(file);
    return { status: 200, type: TYPES[extname(file.pathname)] ?? "application/octet-stream", body };
  } catch {
    return { status: 404, type, body: "not found" };
  }
}

/** The file that an address names; null outside the folder. @param {URL} base @param {string} address */
function fileOf(base, address) {
  const path = address.replace(/[?#].*$/s, "");
  // Nothing that the build makes is named so, and `..` or an escaped slash could lead out of it.
  if (!/^\/[\w./-]*$/.test(path) || path.includes("..")) return null;
  return new URL(`.${path.endsWith("/") ? `${path}index.html` : path}`, base);
}

/** @param {import("node:http").Server} server @param {number} first @returns {Promise<number>} */
async function listen(server, first) {
  const last = first === 0 ? 0 : first + PORTS_TRIED - 1;
  for (let port = first; ; port++)
    try {
      return await listenOn(server, port);
    } catch (error) {
      const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!taken || port >= last) throw error;
    }
}

/** @param {import("node:http").Server} server @param {number} port @returns {Promise<number>} */
function listenOn(server, port) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : port);
    });
  });
}

/** Serves until interrupted, and says where. @param {number} [port] */
export async function serveUntilInterrupted(port) {
  const { url, close } = await servePage(port === undefined ? {} : { port });
  process.stdout.write(`The demo page is at ${url} (Ctrl+C stops it)\n`);
  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
  });
  await close();
}

const [, script, port] = process.argv;
if (script !== undefined && pathToFileURL(script).href === import.meta.url)
  await serveUntilInterrupted(port === undefined ? undefined : Number(port));
