/** A transcript of so many rows that neither the page nor its search may take it whole at once. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { coverage, eventually, manyRows, pages, results, row, search } from "./support.js";

const { visit } = pages();

test("a transcript of 200,000 rows is searched to its oldest row while the page stays free, and scrolls", async () => {
  const folder = await mkdtemp(join(tmpdir(), "backread-page-"));
  try {
    const file = join(folder, "many.jsonl");
    await writeFile(file, manyRows(200_500, "quillwort"));
    const page = await visit();
    await page.locator("#choose-files").setInputFiles(file);
    await eventually(() => page.locator("#source-size").textContent()).toBe("200,500 rows, 1 desk");
    // It opens at its newest row.
    await row(page, 200_500).waitFor();

    await search(page, "quillwort");
    await eventually(() => coverage(page).textContent()).toMatch(
      /^Nothing found\. Searched the newest 2,048 of 200,500 rows/,
    );
    const reading = watchTurns(page, () => page.locator("#go-all").click());
    await eventually(() => results(page).count()).toBe(1);
    expect(await reading.end()).toBeLessThan(0.5);
    await eventually(() => coverage(page).textContent()).toBe(
      "1 result. Searched all 200,500 rows.",
    );

    const expression = watchTurns(page, () => search(page, "/(anchor|keel).*quillworts/"));
    await eventually(() => coverage(page).textContent()).toMatch(/^Nothing found/);
    expect(await expression.end()).toBeLessThan(0.5);

    await search(page, "quillwort");
    await eventually(() => results(page).count()).toBe(1);
    await page.keyboard.press("Enter");
    await row(page, 1).waitFor();
    await eventually(() => row(page, 1).isVisible()).toBe(true);
    // So many rows are listed a part at a time.
    const size = page.locator("#read-size");
    await eventually(() => size.textContent()).toBe("rows 1 to 200,000 of 200,500 rows");
    await page.getByRole("button", { name: "Later rows" }).click();
    await eventually(() => size.textContent()).toBe("rows 501 to 200,500 of 200,500 rows");
    await row(page, 200_000).waitFor();
    await page.evaluate(() => (location.hash = "#123456"));
    await row(page, 123_456).waitFor();
    await eventually(() => page.locator("#rows article").count()).toBeLessThan(120);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/**
 * Of the time from a deed until `end`, the longest stretch in which the page's event loop did not
 * come round: about all of it where the page does the work itself, whatever else the machine does.
 */
function watchTurns(page: Page, deed: () => Promise<void>): { end(): Promise<number> } {
  const started = page
    .evaluate(() => {
      const now = performance.now();
      const state = { from: now, last: now, longest: 0, running: true };
      Reflect.set(globalThis, "turns", state);
      const turn = (): void => {
        const now = performance.now();
        state.longest = Math.max(state.longest, now - state.last);
        state.last = now;
        if (state.running) setTimeout(turn);
      };
      turn();
    })
    .then(deed);
  return {
    end: async () => {
      await started;
      return page.evaluate(() => {
        const state = Reflect.get(globalThis, "turns") as {
          from: number;
          last: number;
          longest: number;
          running: boolean;
        };
        state.running = false;
        const now = performance.now();
        return Math.max(state.longest, now - state.last) / (now - state.from);
      });
    },
  };
}
