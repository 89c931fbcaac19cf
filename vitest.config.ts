import { availableParallelism } from "node:os";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { ensureBrowser } from "./build/ensure-browser.mjs";

// Found, or installed where it is missing, before any project starts: `CHROMIUM_PATH` names another.
const executablePath = await ensureBrowser();
const BROWSER_TESTS = "test/**/*.browser.test.ts";
/** Runs as root in a container; asks nothing of the network on its own account. */
const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** They share servers and a migrated dump, which are made once. */
const STORE_TESTS = ["test/{store,tools,leaks}/**/*.test.ts"];
/** Two on two cores, as a database works while its test waits; more would fill the servers. */
const WORKERS = Math.min(4, Math.max(2, availableParallelism() - 1));
/**
 * Far above what anything takes on a machine that does much else: what runs into them hangs. A test
 * that waits for something waits as long for it as it would for any other sign of life.
 */
const TIMES = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    reporters: ["default", "./build/count-reporter.mjs"],
    projects: [
      {
        test: {
          ...TIMES,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [BROWSER_TESTS, ...STORE_TESTS, "**/node_modules/**"],
          environment: "node",
        },
      },
      {
        test: {
          ...TIMES,
          name: "store",
          include: STORE_TESTS,
          exclude: [BROWSER_TESTS, "**/node_modules/**"],
          environment: "node",
          globalSetup: ["test/store/server-setup.ts"],
        },
      },
      {
        test: {
          ...TIMES,
          name: "browser",
          include: [BROWSER_TESTS],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            api: { host: "127.0.0.1" },
            provider: playwright({ launchOptions: { executablePath, args: BROWSER_ARGS } }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
