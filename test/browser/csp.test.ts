import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { chromium, type Browser } from "playwright";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBrowser } from "../../build/ensure-browser.mjs";
import type { BackreadPicker } from "../../dist/picker/index.js";

const STRICT = [
  "default-src 'none'",
  "connect-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];
const POLICIES: Readonly<Record<string, string>> = {
  "/with-wasm": [...STRICT, "script-src 'self' 'wasm-unsafe-eval'"].join("; "),
  "/without-wasm": [...STRICT, "script-src 'self'"].join("; "),
};
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript",
  wasm: "application/wasm",
  css: "text/css",
};
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>picker</title><link rel="stylesheet" href="/page.css"><body><script type="module" src="/page.js"></script></body></html>`;

let server: Server;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  const files = await bundled();
  files.set("/page.css", ":root { color-scheme: light dark }");
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    const policy = POLICIES[path];
    const file = files.get(path);
    if (policy !== undefined) {
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
      response.end(PAGE);
    } else if (file === undefined) response.writeHead(404).end();
    else {
      const type = TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type }).end(file);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ["--no-sandbox", "--disable-gpu"];
  browser = await chromium.launch({ executablePath: await ensureBrowser(), args });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** The page's script and what it loads, as a bundler makes them of the package's files. */
async function bundled(): Promise<Map<string, string | Uint8Array>> {
  const input = fileURLToPath(new URL("csp/page.ts", import.meta.url));
  const output = { entryFileNames: "page.js" };
  const result = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, modulePreload: false, rolldownOptions: { input, output } },
  });
  const made = [result].flat().flatMap((each) => ("output" in each ? each.output : []));
  return new Map(
    made.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : file.source]),
  );
}

describe("a page whose policy allows no eval and no styles of its own", () => {
  test.each([
    ["/with-wasm", "wasm", []],
    // The refusal is how the core learns that it has to fall back on its twin.
    ["/without-wasm", "reference", ["script-src wasm-eval"]],
  ])(
    "%s: the picker works, looks and marks as ever on the %s core",
    async (path, kind, refusals) => {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      await page.goto(`${origin}${path}`);
      const input = page.locator("backread-picker input");
      await input.click();
      await input.pressSequentially("mach");
      await page.locator("backread-picker mark").first().waitFor();
      const seen = await page.evaluate(() => {
        const picker = document.querySelector("backread-picker") as BackreadPicker;
        const root = picker.shadowRoot!;
        const popup = root.querySelector(".popup")!;
        const field = root.querySelector(".field")!.getBoundingClientRect();
        return {
          kind: picker.core?.kind,
          marks: [...root.querySelectorAll("mark")].map(({ textContent }) => textContent),
          position: getComputedStyle(popup).position,
          below: popup.getBoundingClientRect().top >= field.bottom,
          shadow: getComputedStyle(popup).boxShadow !== "none",
          inline: root.querySelectorAll("style, [onclick]").length,
        };
      });
      expect(seen).toEqual({
        kind,
        marks: ["mach"],
        position: "fixed",
        below: true,
        shadow: true,
        inline: 0,
      });
      await input.press("Enter");
      const after = await page.evaluate(() => ({
        value: (document.querySelector("backread-picker") as BackreadPicker).value,
        refused: (globalThis as unknown as { refused: string[] }).refused,
      }));
      expect(after).toEqual({ value: "u2", refused: refusals });
      expect(errors).toEqual([]);
      await page.close();
    },
  );
});

describe("what its user prefers", () => {
  type Preferences = NonNullable<Parameters<Browser["newPage"]>[0]>;

  /** How the parts of a picker with an active option look. */
  async function lookUnder(preferences: Preferences) {
    const page = await browser.newPage(preferences);
    await page.goto(`${origin}/with-wasm`);
    const input = page.locator("backread-picker input");
    await input.press("ArrowDown");
    await page.locator('backread-picker [role="option"][aria-selected="true"]').waitFor();
    const look = await page.evaluate(() => {
      const root = document.querySelector("backread-picker")!.shadowRoot!;
      const styleOf = (selector: string) => getComputedStyle(root.querySelector(selector)!);
      root.querySelector(".field")!.toggleAttribute("data-busy", true);
      return {
        surface: styleOf(".field").backgroundColor,
        busy: styleOf(".busy").animationName,
        active: styleOf('[aria-selected="true"]').backgroundColor,
        other: styleOf('[aria-selected="false"]').backgroundColor,
        forced: styleOf('[aria-selected="true"]').forcedColorAdjust,
      };
    });
    await page.close();
    return look;
  }

  test("dark and light are followed where the page allows both", async () => {
    const light = await lookUnder({ colorScheme: "light" });
    const dark = await lookUnder({ colorScheme: "dark" });
    expect([light.surface, dark.surface]).toEqual(["rgb(255, 255, 255)", "rgb(28, 30, 36)"]);
  });

  test("nothing moves where motion is to be reduced", async () => {
    expect((await lookUnder({ reducedMotion: "no-preference" })).busy).toBe("slide");
    expect((await lookUnder({ reducedMotion: "reduce" })).busy).toBe("none");
  });

  test("the active option stands out in forced colours", async () => {
    const { active, other, forced } = await lookUnder({ forcedColors: "active" });
    expect(active).not.toBe(other);
    expect(forced).toBe("none");
  });
});

test("a finger opens, scrolls nothing sideways and chooses on a small screen", async () => {
  const viewport = { width: 390, height: 700 };
  const page = await browser.newPage({ hasTouch: true, isMobile: true, viewport });
  await page.goto(`${origin}/with-wasm`);
  await page.locator("backread-picker input").tap();
  const option = page.locator('backread-picker [role="option"]', { hasText: "Alan" });
  const box = await option.boundingBox();
  // As high as a finger needs.
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await option.tap();
  const after = await page.evaluate(() => {
    const picker = document.querySelector("backread-picker") as BackreadPicker;
    const { scrollWidth } = document.documentElement;
    const focused = picker.shadowRoot!.activeElement?.tagName;
    return { value: picker.value, isOpen: picker.isOpen, scrollWidth, focused };
  });
  expect(after).toEqual({ value: "u2", isOpen: false, scrollWidth: 390, focused: "INPUT" });
  await page.close();
});
