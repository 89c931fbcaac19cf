/** A browser on the built page, and transcripts made for it. */
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { chromium, type Browser, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js";
import { ensureBrowser } from "../../build/ensure-browser.mjs";
import { ensurePage } from "../../build/demo.mjs";
import { servePage, type PageServer } from "../../demo/serve.mjs";

/**
 * Asks the page until the answer is so: what a key or a click does is shown a few milliseconds
 * later, and each part of the page in its own time.
 */
export const eventually = <Value>(read: () => Promise<Value>) =>
  expect.poll(read, { timeout: 60_000 });

export interface Opened {
  readonly page: Page;
  /** What the page did that it should not have: errors, warnings, requests to elsewhere. */
  readonly faults: string[];
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  readonly hash?: string;
}

/** One server and one browser; each `open` is a profile of its own. */
export class Site {
  readonly #server: PageServer;
  readonly #browser: Browser;

  constructor(server: PageServer, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  static async start(): Promise<Site> {
    await ensurePage();
    const executablePath = await ensureBrowser();
    const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
    const [server, browser] = await Promise.all([
      servePage({ port: 0 }),
      chromium.launch({ executablePath, args }),
    ]);
    return new Site(server, browser);
  }

  async open(options: OpenOptions = {}): Promise<Opened> {
    const { width = 1280, height = 800, scheme = "light", hash = "" } = options;
    const context = await this.#browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(`threw ${error.message}`));
    page.on("console", (said) => {
      if (["error", "warning"].includes(said.type())) faults.push(`said ${said.text()}`);
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.#server.url)) faults.push(`asked for ${url}`);
    });
    await page.goto(`${this.#server.url}${hash}`);
    await page.locator("#desks button").first().waitFor({ state: "attached" });
    return { page, faults, close: () => context.close() };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.close();
  }
}

export interface Pages {
  /** Closed after the test, which fails if the page did what it should not have. */
  readonly visit: (options?: OpenOptions) => Promise<Page>;
  /** Closed by its caller, whatever it did. */
  readonly open: (options?: OpenOptions) => Promise<Opened>;
}

/** One site for the tests of a file. */
export function pages(): Pages {
  let site: Site;
  const open: Opened[] = [];
  beforeAll(async () => {
    site = await Site.start();
  });
  afterAll(() => site.stop());
  afterEach(async () => {
    const opened = open.splice(0);
    const faults = opened.flatMap(({ faults }) => faults);
    await Promise.all(opened.map((each) => each.close()));
    expect(faults).toEqual([]);
  });
  return {
    open: (options) => site.open(options),
    visit: async (options) => {
      const opened = await site.open(options);
      open.push(opened);
      return opened.page;
    },
  };
}

export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("combobox", { name: "Search the transcript" }).fill(text);
}

export const coverage = (page: Page) => page.locator("#coverage-text");
export const results = (page: Page) =>
  page.getByRole("listbox", { name: "Results" }).getByRole("option");
export const row = (page: Page, sequence: number) =>
  page.locator(`#rows article:has(#row-${sequence})`);

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds wrong on the page as it is, in words. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the page's policy would refuse that.
  await page.evaluate(await readFile(AXE, "utf8"));
  const found = await page.evaluate<readonly Violation[]>("axe.run().then((r) => r.violations)");
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`),
  );
}

/** A small workspace: two channels, a thread, a bot, and a broken file. */
export async function slackZip(): Promise<Buffer> {
  const files: Record<string, unknown> = {
    "channels.json": [
      { id: "C1", name: "harbour" },
      { id: "C2", name: "kitchen" },
    ],
    "users.json": [
      { id: "U1", name: "ines", profile: { real_name: "Inês Prado", display_name: "Inês" } },
      { id: "U2", name: "olaf", profile: { real_name: "Olaf Berg", display_name: "" } },
    ],
    "harbour/2026-01-05.json": [
      {
        type: "message",
        user: "U1",
        ts: "1767603600.000100",
        thread_ts: "1767603600.000100",
        text: "The crane is stuck",
      },
      {
        type: "message",
        user: "U2",
        ts: "1767603660.000200",
        thread_ts: "1767603600.000100",
        text: "Which crane?",
      },
      {
        type: "message",
        subtype: "bot_message",
        bot_id: "B1",
        username: "Winch",
        ts: "1767603720.000300",
        text: "load 40%",
      },
    ],
    "kitchen/2026-01-05.json": [
      { type: "message", user: "U2", ts: "1767607200.000100", text: "Soup: `leek` and سلام" },
      { type: "message", user: "U2", text: "no time at all" },
    ],
  };
  const writer = new ZipWriter(new BlobWriter());
  for (const [path, content] of Object.entries(files))
    await writer.add(path, new TextReader(JSON.stringify(content)));
  return Buffer.from(await (await writer.close()).arrayBuffer());
}

const WORDS =
  "anchor barnacle cleat davit ebb fathom gangway halyard inlet jetty keel leeward".split(" ");

/** One desk of many rows, oldest first, the very first of which alone holds `needle`. */
export function manyRows(rows: number, needle: string): Buffer {
  const lines: string[] = [];
  for (let sequence = 1; sequence <= rows; sequence++) {
    const words = Array.from({ length: 12 }, (_, i) => WORDS[(sequence * 5 + i * i * 7) % 12]);
    const content = `${sequence === 1 ? `${needle} ` : ""}${words.join(" ")}`;
    const author = { type: "person", id: `p${sequence % 9}`, label: `Person ${sequence % 9}` };
    const at = new Date(1_600_000_000_000 + sequence * 60_000).toISOString();
    lines.push(JSON.stringify({ sequence, chat_id: "log", parent: null, author, content, at }));
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}
