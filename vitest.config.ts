import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { ensureBrowser } from "./build/ensure-browser.mjs";

// Found, or installed where it is missing, before any project starts: `CHROMIUM_PATH` names another.
const executablePath = await ensureBrowser();
const BROWSER_TESTS = "test/**/*.browser.test.ts";
/** Runs as root in a container; asks nothing of the network on its own account. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  test: {
    reporters: ["default", "./build/count-reporter.mjs"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [BROWSER_TESTS, "**/node_modules/**"],
          environment: "node",
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "browser",
          include: [BROWSER_TESTS],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            api: { host: "127.0.0.1" },
            provider: playwright({
              launchOptions: { executablePath, args: ARGS },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
