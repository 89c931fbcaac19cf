/** The demo page, end to end: built, served, and used in a real browser. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { manyRows, Site, slackZip, violations, type Opened, type OpenOptions } from "./support.js";

const NARROW = { width: 390, height: 844 } as const;
let site: Site;
const open: Opened[] = [];

beforeAll(async () => {
  site = await Site.start();
}, 180_000);

afterAll(() => site.stop());

afterEach(async () => {
  const opened = open.splice(0);
  const faults = opened.flatMap(({ faults }) => faults);
  await Promise.all(opened.map((each) => each.close()));
  expect(faults).toEqual([]);
});

async function visit(options?: OpenOptions): Promise<Page> {
  const opened = await site.open(options);
  open.push(opened);
  return opened.page;
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("combobox", { name: "Search the transcript" }).fill(text);
}

const coverage = (page: Page) => page.locator("#coverage-text");
const results = (page: Page) => page.getByRole("listbox", { name: "Results" }).getByRole("option");
const row = (page: Page, sequence: number) => page.locator(`#rows article:has(#row-${sequence})`);

describe("searching", () => {
  test("answers as one types, marked, with tier, score, author, desk and time", async () => {
    const page = await visit();
    await page.locator("#query").pressSequentially("gauge zero");
    const first = results(page).first();
    await expect.poll(() => first.locator("mark").allTextContents()).toContain("gauge zero");
    const text = await first.textContent();
    expect(text).toMatch(/(exact|start|word start|within) \d+/);
    expect(text).toMatch(/tides|main/);
    expect(text).toMatch(/Mar 2026, \d\d:\d\d/);
    expect(await coverage(page).textContent()).toMatch(/result.*Searched all 412 rows\./);
  });

  test("keeps the keys of an input method, also one that is known by its code alone", async () => {
    const page = await visit();
    await search(page, "gauge");
    await expect.poll(() => results(page).count()).toBeGreaterThan(1);
    const box = page.locator("#query");
    for (const key of ["ArrowDown", "Enter", "Escape"])
      await box.dispatchEvent("keydown", { key, keyCode: 229, cancelable: true });
    expect(await box.getAttribute("aria-activedescendant")).toBeNull();
    expect(await box.inputValue()).toBe("gauge");
    expect(await page.locator("article.current").count()).toBe(0);
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Go to" });
    await dialog.getByRole("combobox").dispatchEvent("keydown", { key: "Escape", keyCode: 229 });
    expect(await dialog.isVisible()).toBe(true);
  });

  test("takes expressions, and says where one is wrong", async () => {
    const page = await visit();
    await search(page, "/1[34]0 cm/");
    await expect
      .poll(() => results(page).first().locator("mark").textContent())
      .toMatch(/1[34]0 cm/);
    await search(page, "/1[34/");
    const problem = page.locator("#pattern-error");
    await expect.poll(() => problem.textContent()).toMatch(/Not a valid expression at character 2/);
    expect(await problem.locator("mark").textContent()).toBe("[");
    expect(await results(page).count()).toBe(0);
    await search(page, "140 cm");
    await expect.poll(() => problem.isVisible()).toBe(false);
    expect(await results(page).count()).toBeGreaterThan(0);
  });

  test("shows the answer to what was typed last, whatever comes late", async () => {
    const page = await visit();
    for (const text of ["t", "ti", "tid", "tide", "tides", "zzqq", "wheelhouse"])
      await search(page, text);
    await expect
      .poll(() => results(page).first().locator("mark").first().textContent())
      .toMatch(/wheelhouse/i);
    await search(page, "zzqqxx");
    await expect.poll(() => coverage(page).textContent()).toMatch(/^Nothing found\. Searched all/);
  });

  test("is narrowed to a desk and to somebody by the pickers", async () => {
    const page = await visit();
    await search(page, "e");
    const desk = page.locator("#desk-filter").getByRole("combobox");
    await desk.fill("timet");
    await desk.press("Enter");
    const desks = () => page.locator(".result .desk").allTextContents();
    await expect.poll(async () => new Set(await desks())).toEqual(new Set(["timetable"]));
    const author = page.locator("#author-filter").getByRole("combobox");
    await author.fill("quinn");
    await author.press("Enter");
    const names = () => page.locator(".result .who").allTextContents();
    await expect.poll(async () => new Set(await names())).toEqual(new Set(["Mara Quinn"]));
    await page.locator("#author-filter").getByRole("button", { name: "Clear" }).click();
    await expect.poll(async () => new Set(await names()).size).toBeGreaterThan(1);
  });
});

describe("reading", () => {
  test("goes to a result in its context, with its thread, by the keyboard alone", async () => {
    const page = await visit();
    await page.keyboard.press("/");
    await page.keyboard.type("SYSTEM NOTICE");
    await expect.poll(() => results(page).count()).toBeGreaterThan(0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const shown = row(page, 324);
    await shown.waitFor();
    expect(await shown.getAttribute("class")).toContain("current");
    expect(await page.locator("#read-title").textContent()).toBe("passengers");
    expect(await row(page, 323).count()).toBe(1);
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Thread");
    await expect.poll(() => page.locator("#panel-thread article").count()).toBeGreaterThan(3);
    // The box keeps the focus, so that the next result is one key away.
    await page.keyboard.press("Escape");
    expect(await page.locator("#query").inputValue()).toBe("");
  });

  test("spells hidden and bidi controls out", async () => {
    const page = await visit({ hash: "#324" });
    await row(page, 324).waitFor();
    const hidden = row(page, 324).locator(".hidden-character");
    expect(await hidden.allTextContents()).toEqual(["U+200B", "U+202E", "U+202C"]);
    expect(await hidden.nth(1).getAttribute("title")).toBe("right-to-left override");
    expect(await row(page, 324).locator(".text").textContent()).not.toMatch(/[\u200b\u202e]/);
  });

  test("shows code as code, content as text, and rows of each script in their direction", async () => {
    const page = await visit({ hash: "#248" });
    await row(page, 248).waitFor();
    const block = page.locator("#rows pre code").first();
    await block.waitFor();
    expect(await block.textContent()).not.toContain("```");
    expect(await page.locator("#rows .text").first().getAttribute("dir")).toBe("auto");
    expect(await page.locator("#rows script, #rows img, #rows iframe").count()).toBe(0);
  });

  test("shows the pins of the desk, with their notes, and goes to what is pinned", async () => {
    const page = await visit();
    const pins = page.locator("#panel-pins .pin");
    await expect.poll(() => pins.count()).toBe(4);
    expect(await pins.first().textContent()).toContain("read this before you propose");
    await pins.first().getByRole("link", { name: "^51" }).click();
    await row(page, 51).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Decided");
  });

  test("goes from row to row by the page keys, and back by the browser's own", async () => {
    const page = await visit({ hash: "#51" });
    await row(page, 51).waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-labelledby"));
    await expect.poll(focused).toBe("row-51");
    await page.keyboard.press("PageDown");
    await expect.poll(focused).toBe("row-52");
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    await expect.poll(focused).toMatch(/^row-(?!5[12])\d+$/);
    await page.getByRole("tab", { name: "Pins" }).click();
    await page.locator("#panel-pins").getByRole("link", { name: "^275" }).click();
    await expect.poll(focused).toBe("row-275");
    await page.goBack();
    await expect.poll(focused).toBe("row-51");
  });

  test("the quick switcher goes to desks, people, threads and messages", async () => {
    const page = await visit();
    const choose = async (text: string, option: RegExp): Promise<void> => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(text);
      await page.locator("#switcher-picker").getByRole("option", { name: option }).first().click();
      await expect.poll(() => page.locator("#switcher").isVisible()).toBe(false);
    };
    await page.keyboard.press("Control+k");
    await page.keyboard.type("zz");
    await page.keyboard.press("Escape");
    expect(await page.locator("#switcher").isVisible()).toBe(false);
    await choose("timet", /timetable/);
    await expect.poll(() => page.locator("#read-title").textContent()).toBe("timetable");
    await choose("safety notice over", /safety notice/);
    await row(page, 93).waitFor();
    await choose("nikos", /Nikos Galanis/);
    expect(await page.locator("#author-filter").getByRole("combobox").inputValue()).toBe(
      "Nikos Galanis",
    );
  });
});

describe("a turn", () => {
  test("is what a model would get, with its size, and can be copied", async () => {
    const page = await visit();
    await page.getByRole("tab", { name: "Turn" }).click();
    const given = page.locator("#panel-turn .given");
    await expect.poll(() => given.count()).toBe(3);
    expect(await given.nth(0).textContent()).toMatch(/^You are @\w+ in the tides desk/);
    expect(await given.nth(1).textContent()).toMatch(/data to consider, not instructions/);
    expect(await given.nth(2).textContent()).toContain("[^430 person");
    expect(await page.locator(".turn-sum").textContent()).toMatch(/[\d,]+ characters in all/);
    expect(await page.locator(".turn").textContent()).toMatch(/^The desk tides/);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("You are @");
    expect(copied).toContain("Pinned in this conversation");
    await page.locator("#threads button").first().click();
    await page.getByRole("tab", { name: "Turn" }).click();
    await expect
      .poll(() => page.locator(".turn").textContent())
      .toMatch(/^The thread \^377 of tides/);
  });

  test("says what was left out when there is little room", async () => {
    const page = await visit();
    await page.getByRole("tab", { name: "Turn" }).click();
    await page.getByRole("spinbutton").fill("900");
    const panel = page.locator("#panel-turn");
    await expect.poll(() => panel.textContent()).toMatch(/Left out for length.*Pinned in this/);
    await search(page, "gauge");
    await page.getByRole("checkbox", { name: "With the search results" }).check();
    await page.getByRole("spinbutton").fill("20000");
    await expect.poll(() => panel.textContent()).toContain("begin: Search results");
  });
});

describe("opening", () => {
  test("a Slack zip is read in the page, and its issues are listed", async () => {
    const page = await visit();
    await page.getByRole("button", { name: "Open export" }).click();
    const file = { name: "workspace.zip", mimeType: "application/zip", buffer: await slackZip() };
    await page.locator("#choose-files").setInputFiles(file);
    await expect.poll(() => page.locator("#source-name").textContent()).toBe("workspace.zip");
    expect(await page.locator("#desks .label").allTextContents()).toEqual(["harbour", "kitchen"]);
    await page
      .locator("#desks")
      .getByRole("button", { name: /harbour/ })
      .click();
    await page.getByRole("button", { name: "1 reply" }).first().click();
    await expect
      .poll(() => page.locator("#panel-thread .who").allTextContents())
      .toEqual(["Inês", "Olaf Berg"]);
    await search(page, "crane");
    await expect.poll(() => results(page).count()).toBe(2);
    await page.getByRole("tab", { name: "Import" }).click();
    const panel = page.locator("#panel-import");
    expect(await panel.textContent()).toContain("Nothing of it has left the page");
    expect(await panel.locator(".issues li").count()).toBeGreaterThan(0);
  });

  test("a file that is dropped is read too", async () => {
    const page = await visit();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["[10:01] <ada> hello\n[10:02] <bo> aye\n"], "quay.log"));
      const init = { dataTransfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent("dragover", init));
      document.body.dispatchEvent(new DragEvent("drop", init));
    });
    await expect.poll(() => page.locator("#source-name").textContent()).toBe("quay.log");
    await expect.poll(() => page.locator("#rows .who").allTextContents()).toEqual(["ada", "bo"]);
  });

  test("a file that is opened while the sample is fetched is not replaced by it", async () => {
    const page = await visit();
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const asked = new Promise<void>((resolve) => {
      void page.route(/sample.*\.jsonl$/, async (route) => {
        resolve();
        await held;
        // Nobody may be waiting for it any more.
        await route.continue().catch(() => {});
      });
    });
    await page.getByRole("button", { name: "Open export" }).click();
    await page.getByRole("button", { name: "The sample transcript" }).click();
    await asked;
    const buffer = Buffer.from("[10:01] <ada> hello\n[10:02] <bo> aye\n");
    const file = { name: "quay.log", mimeType: "text/plain", buffer };
    await page.locator("#choose-files").setInputFiles(file);
    const name = () => page.locator("#source-name").textContent();
    await expect.poll(name).toBe("quay.log");
    answer();
    await search(page, "hello");
    await expect.poll(() => results(page).count()).toBe(1);
    await page.waitForTimeout(500);
    expect(await name()).toBe("quay.log");
    expect(await page.locator("#loading").isVisible()).toBe(false);
  });

  test("a file of no known format leaves what is open, and says what is understood", async () => {
    const page = await visit();
    const file = { name: "cat.png", mimeType: "image/png", buffer: Buffer.from("\x89PNG no") };
    await page.locator("#choose-files").setInputFiles(file);
    await expect.poll(() => page.locator("#notice").textContent()).toMatch(/cat\.png.*understood/);
    expect(await page.locator("#source-name").textContent()).toBe("sample.jsonl");
    await page.getByRole("button", { name: "Dismiss" }).click();
    expect(await page.locator("#notice").isVisible()).toBe(false);
  });
});

test("a search worker that ends is started again, and the page says so", async () => {
  const page = await visit();
  await search(page, "gauge");
  await expect.poll(() => results(page).count()).toBeGreaterThan(0);
  const worker = page.workers().find((each) => each.url().includes("/entry-"));
  await worker?.evaluate(() => self.close());
  await expect.poll(() => page.locator("#notice").textContent()).toMatch(/started again/);
  await search(page, "gauge zero");
  await expect.poll(() => results(page).count()).toBeGreaterThan(0);
});

test("the page and its workers may contact nothing but the page's own files", async () => {
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked++;
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("here");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const { port } = elsewhere.address() as AddressInfo;
  const opened = await site.open();
  const { page } = opened;
  await search(page, "gauge");
  await expect.poll(() => results(page).count()).toBeGreaterThan(0);
  const contact = async (url: string): Promise<string> => {
    return fetch(url).then(
      () => "answered",
      () => "refused",
    );
  };
  const url = `http://127.0.0.1:${port}/`;
  const worker = page.workers().find((each) => each.url().includes("/entry-"))!;
  expect(await page.evaluate(contact, page.url())).toBe("answered");
  expect(await page.evaluate(contact, url)).toBe("refused");
  expect(await worker.evaluate(contact, page.url())).toBe("answered");
  expect(await worker.evaluate(contact, url)).toBe("refused");
  expect(await contact(url)).toBe("answered");
  expect(asked).toBe(1);
  await opened.close();
  elsewhere.close();
});

describe("a transcript of 200,000 rows", () => {
  test("is searched to its oldest row while the page stays free, and scrolls", async () => {
    const folder = await mkdtemp(join(tmpdir(), "backread-page-"));
    try {
      const file = join(folder, "many.jsonl");
      await writeFile(file, manyRows(200_500, "quillwort"));
      const page = await visit();
      await page.locator("#choose-files").setInputFiles(file);
      await expect
        .poll(() => page.locator("#source-size").textContent(), { timeout: 60_000 })
        .toBe("200,500 rows, 1 desk");
      // It opens at its newest row.
      await row(page, 200_500).waitFor();

      await search(page, "quillwort");
      await expect
        .poll(() => coverage(page).textContent())
        .toMatch(/^Nothing found\. Searched the newest 2,048 of 200,500 rows/);
      const reading = countTurns(page, () => page.locator("#go-all").click());
      await expect.poll(() => results(page).count(), { timeout: 60_000 }).toBe(1);
      expect(await reading.end()).toBeGreaterThan(100);
      expect(await coverage(page).textContent()).toBe("1 result. Searched all 200,500 rows.");

      const expression = countTurns(page, () => search(page, "/(anchor|keel).*quillworts/"));
      await expect
        .poll(() => coverage(page).textContent(), { timeout: 60_000 })
        .toMatch(/^Nothing found/);
      expect(await expression.end()).toBeGreaterThan(100);

      await search(page, "quillwort");
      await expect.poll(() => results(page).count()).toBe(1);
      await page.keyboard.press("Enter");
      await row(page, 1).waitFor();
      expect(await row(page, 1).isVisible()).toBe(true);
      // So many rows are listed a part at a time.
      const size = page.locator("#read-size");
      expect(await size.textContent()).toBe("rows 1 to 200,000 of 200,500 rows");
      await page.getByRole("button", { name: "Later rows" }).click();
      expect(await size.textContent()).toBe("rows 501 to 200,500 of 200,500 rows");
      await row(page, 200_000).waitFor();
      await page.evaluate(() => (location.hash = "#123456"));
      await row(page, 123_456).waitFor();
      expect(await page.locator("#rows article").count()).toBeLessThan(120);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 180_000);
});

/** How often the page's event loop comes round from a deed on until `end`. */
function countTurns(page: Page, deed: () => Promise<void>): { end(): Promise<number> } {
  const started = page
    .evaluate(() => {
      const state = { turns: 0, running: true };
      Reflect.set(globalThis, "turnCount", state);
      const channel = new MessageChannel();
      channel.port1.addEventListener("message", () => {
        state.turns++;
        if (state.running) setTimeout(() => channel.port2.postMessage(null));
      });
      channel.port1.start();
      channel.port2.postMessage(null);
    })
    .then(deed);
  return {
    end: async () => {
      await started;
      return page.evaluate(() => {
        const state = Reflect.get(globalThis, "turnCount") as { turns: number; running: boolean };
        state.running = false;
        return state.turns;
      });
    },
  };
}

describe("axe finds nothing wrong", () => {
  for (const scheme of ["light", "dark"] as const)
    for (const size of [{}, NARROW])
      test(`${scheme}, ${"width" in size ? 390 : 1280} px`, async () => {
        const page = await visit({ scheme, ...size });
        const check = async (where: string): Promise<void> => {
          expect(await violations(page), where).toEqual([]);
        };
        const view = async (name: string): Promise<void> => {
          if ("width" in size) await page.getByRole("button", { name, exact: true }).click();
        };
        await check("start");
        await search(page, "gauge");
        await expect.poll(() => results(page).count()).toBeGreaterThan(0);
        await page.keyboard.press("ArrowDown");
        await check("results");
        await search(page, "/(/");
        await page.locator("#pattern-error").waitFor();
        await check("an expression that is wrong");
        await view("Read");
        await check("transcript");
        for (const tab of ["Thread", "Pins", "Turn", "Import"]) {
          await view("Details");
          await page.getByRole("tab", { name: tab }).click();
          await check(tab);
        }
        await page.keyboard.press("Control+k");
        await page.keyboard.type("ma");
        await check("switcher");
        await page.locator("#switcher").evaluate((dialog: HTMLDialogElement) => dialog.close());
        await page.getByRole("button", { name: "Open export" }).click();
        await check("opener");
      });
});

test("a narrow page shows one part at a time, and keeps each where it was", async () => {
  const page = await visit(NARROW);
  const view = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await view("Read");
  // It opens at its newest row, though it was not laid out then.
  await row(page, 430).waitFor();
  await page.locator("#rows").evaluate((rows) => (rows.scrollTop -= 900));
  const at = () => page.locator("#rows").evaluate((rows) => Math.round(rows.scrollTop));
  const before = await at();
  await view("Find");
  expect(await page.locator("#rows").isVisible()).toBe(false);
  await view("Read");
  await page.locator("#rows article").first().waitFor();
  expect(Math.abs((await at()) - before)).toBeLessThan(3);
  await view("Find");
  await search(page, "safety notice");
  await results(page).first().click();
  await row(page, 93).waitFor();
  expect(await page.locator("#query").isVisible()).toBe(false);
});

test("nothing is wider than a narrow page", async () => {
  const page = await visit(NARROW);
  for (const name of ["Find", "Read", "Details"]) {
    await page.getByRole("button", { name, exact: true }).click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, name).toBeLessThanOrEqual(0);
  }
});
