import { join } from "node:path";
import { chromium, type Browser } from "playwright";
import { build, preview } from "vite";
import { ensureBrowser } from "../../build/ensure-browser.mjs";
import type { Report } from "./guest/report.mjs";

/** Runs as root in a container; asks nothing of the network on its own account. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Builds the page as an application would, and opens it. @returns what the page and its worker say */
export async function reportsOfPage(
  root: string,
): Promise<readonly [page: Report, worker: Report]> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    worker: { format: "es" },
    build: { target: "esnext", rolldownOptions: { input: join(root, "page.html") } },
  });
  const server = await preview({
    root,
    configFile: false,
    logLevel: "warn",
    preview: { host: "127.0.0.1", port: 0 },
  });
  try {
    const [address = ""] = server.resolvedUrls?.local ?? [];
    return await inBrowser((browser) => openPage(browser, new URL("page.html", address)));
  } finally {
    await server.close();
  }
}

async function inBrowser<Result>(use: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ARGS });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

async function openPage(browser: Browser, url: URL): Promise<readonly [Report, Report]> {
  const page = await browser.newPage();
  const failures: string[] = [];
  page.on("pageerror", ({ message }) => failures.push(message));
  page.on("requestfailed", (request) => failures.push(`${request.url()} failed`));
  await page.goto(url.href, { waitUntil: "load" });
  const reports = await page.evaluate(
    () => (globalThis as { reports?: Promise<[Report, Report]> }).reports ?? null,
  );
  if (reports === null || failures.length > 0)
    throw new Error(`the page failed: ${failures.join("; ")}`);
  return reports;
}
