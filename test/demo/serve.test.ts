import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { servePage, type PageServer } from "../../demo/serve.mjs";

let parent: string;
let folder: URL;
const servers: PageServer[] = [];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "backread-serve-"));
  folder = pathToFileURL(`${await mkdtemp(join(parent, "page-"))}/`);
  await writeFile(join(parent, "secret.html"), "secret");
  await writeFile(new URL("index.html", folder), "<!doctype html>");
  await writeFile(new URL("core.wasm", folder), new Uint8Array([0, 97, 115, 109]));
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await rm(parent, { recursive: true });
});

async function start(port = 0): Promise<PageServer> {
  const server = await servePage({ port, folder });
  servers.push(server);
  return server;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** `fetch` would tidy the path up before it is sent, and name the host itself. */
function ask(url: string, path: string, options: object = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, path, agent: false, ...options }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    asked.on("error", reject).end();
  });
}

test("serves the page under a policy without inline or evaluated script", async () => {
  const { url } = await start();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const { status, headers } = await ask(url, "/");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).not.toMatch(/'unsafe-(inline|eval)'|https?:|\*|data:|blob:/);
});

test("names the type that compiling as it streams needs", async () => {
  const { url } = await start();
  expect((await ask(url, "/core.wasm?v=1")).headers["content-type"]).toBe("application/wasm");
});

test("serves nothing outside its folder, and to nobody but this machine's own name", async () => {
  const { url } = await start();
  for (const path of ["/../secret.html", "/%2e%2e/secret.html", "/..%2fsecret.html", "/none"])
    expect((await ask(url, path)).status, path).toBe(404);
  expect((await ask(url, "/", { headers: { host: "elsewhere.example" } })).status).toBe(421);
  expect((await ask(url, "/", { method: "POST" })).status).toBe(405);
});

test("takes the next port when one is taken", async () => {
  const first = await start();
  const taken = Number(new URL(first.url).port);
  const second = await start(taken);
  expect(Number(new URL(second.url).port)).toBeGreaterThan(taken);
  expect((await ask(second.url, "/")).status).toBe(200);
});
