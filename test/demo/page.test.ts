/** The demo page, end to end: built, served, and used in a real browser. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import {
  coverage,
  eventually,
  pages,
  results,
  row,
  search,
  slackZip,
  violations,
} from "./support.js";

const NARROW = { width: 390, height: 844 } as const;
const { visit, open } = pages();

describe("searching", () => {
  test("answers as one types, marked, with tier, score, author, desk and time", async () => {
    const page = await visit();
    await page.locator("#query").pressSequentially("gauge zero");
    const first = results(page).first();
    await eventually(() => first.locator("mark").allTextContents()).toContain("gauge zero");
    const text = await first.textContent();
    expect(text).toMatch(/(exact|start|word start|within) \d+/);
    expect(text).toMatch(/tides|main/);
    expect(text).toMatch(/Mar 2026, \d\d:\d\d/);
    await eventually(() => coverage(page).textContent()).toMatch(/result.*Searched all 412 rows\./);
  });

  test("keeps the keys of an input method, also one that is known by its code alone", async () => {
    const page = await visit();
    await search(page, "gauge");
    await eventually(() => results(page).count()).toBeGreaterThan(1);
    const box = page.locator("#query");
    for (const key of ["ArrowDown", "Enter", "Escape"])
      await box.dispatchEvent("keydown", { key, keyCode: 229, cancelable: true });
    await eventually(() => box.getAttribute("aria-activedescendant")).toBeNull();
    await eventually(() => box.inputValue()).toBe("gauge");
    await eventually(() => page.locator("article.current").count()).toBe(0);
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Go to" });
    await dialog.getByRole("combobox").dispatchEvent("keydown", { key: "Escape", keyCode: 229 });
    await eventually(() => dialog.isVisible()).toBe(true);
  });

  test("takes expressions, and says where one is wrong", async () => {
    const page = await visit();
    await search(page, "/1[34]0 cm/");
    await eventually(() => results(page).first().locator("mark").textContent()).toMatch(
      /1[34]0 cm/,
    );
    await search(page, "/1[34/");
    const problem = page.locator("#pattern-error");
    await eventually(() => problem.textContent()).toMatch(/Not a valid expression at character 2/);
    await eventually(() => problem.locator("mark").textContent()).toBe("[");
    await eventually(() => results(page).count()).toBe(0);
    await search(page, "140 cm");
    await eventually(() => problem.isVisible()).toBe(false);
    await eventually(() => results(page).count()).toBeGreaterThan(0);
  });

  test("shows the answer to what was typed last, whatever comes late", async () => {
    const page = await visit();
    for (const text of ["t", "ti", "tid", "tide", "tides", "zzqq", "wheelhouse"])
      await search(page, text);
    await eventually(() => results(page).first().locator("mark").first().textContent()).toMatch(
      /wheelhouse/i,
    );
    await search(page, "zzqqxx");
    await eventually(() => coverage(page).textContent()).toMatch(/^Nothing found\. Searched all/);
  });

  test("is narrowed to a desk and to somebody by the pickers", async () => {
    const page = await visit();
    await search(page, "e");
    const desk = page.locator("#desk-filter").getByRole("combobox");
    await desk.fill("timet");
    await desk.press("Enter");
    const desks = () => page.locator(".result .desk").allTextContents();
    await eventually(async () => new Set(await desks())).toEqual(new Set(["timetable"]));
    const author = page.locator("#author-filter").getByRole("combobox");
    await author.fill("quinn");
    await author.press("Enter");
    const names = () => page.locator(".result .who").allTextContents();
    await eventually(async () => new Set(await names())).toEqual(new Set(["Mara Quinn"]));
    await page.locator("#author-filter").getByRole("button", { name: "Clear" }).click();
    await eventually(async () => new Set(await names()).size).toBeGreaterThan(1);
  });
});

describe("reading", () => {
  test("goes to a result in its context, with its thread, by the keyboard alone", async () => {
    const page = await visit();
    await page.keyboard.press("/");
    await page.keyboard.type("SYSTEM NOTICE");
    const first = results(page).first().locator("mark");
    await eventually(() => first.allTextContents()).toContain("SYSTEM NOTICE");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const shown = row(page, 324);
    await shown.waitFor();
    await eventually(() => shown.getAttribute("class")).toContain("current");
    await eventually(() => page.locator("#read-title").textContent()).toBe("passengers");
    await eventually(() => row(page, 323).count()).toBe(1);
    await eventually(() => page.getByRole("tab", { selected: true }).textContent()).toBe("Thread");
    await eventually(() => page.locator("#panel-thread article").count()).toBeGreaterThan(3);
    // The box keeps the focus, so that the next result is one key away.
    await page.keyboard.press("Escape");
    await eventually(() => page.locator("#query").inputValue()).toBe("");
  });

  test("spells hidden and bidi controls out", async () => {
    const page = await visit({ hash: "#324" });
    await row(page, 324).waitFor();
    const hidden = row(page, 324).locator(".hidden-character");
    await eventually(() => hidden.allTextContents()).toEqual(["U+200B", "U+202E", "U+202C"]);
    await eventually(() => hidden.nth(1).getAttribute("title")).toBe("right-to-left override");
    await eventually(() => row(page, 324).locator(".text").textContent()).not.toMatch(
      /[\u200b\u202e]/,
    );
  });

  test("shows code as code, content as text, and rows of each script in their direction", async () => {
    const page = await visit({ hash: "#248" });
    await row(page, 248).waitFor();
    const block = page.locator("#rows pre code").first();
    await block.waitFor();
    await eventually(() => block.textContent()).not.toContain("```");
    await eventually(() => page.locator("#rows .text").first().getAttribute("dir")).toBe("auto");
    await eventually(() => page.locator("#rows script, #rows img, #rows iframe").count()).toBe(0);
  });

  test("shows the pins of the desk, with their notes, and goes to what is pinned", async () => {
    const page = await visit();
    const pins = page.locator("#panel-pins .pin");
    await eventually(() => pins.count()).toBe(4);
    await eventually(() => pins.first().textContent()).toContain("read this before you propose");
    await pins.first().getByRole("link", { name: "^51" }).click();
    await row(page, 51).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain(
      "Decided",
    );
  });

  test("goes from row to row by the page keys, and back by the browser's own", async () => {
    const page = await visit({ hash: "#51" });
    await row(page, 51).waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-labelledby"));
    await eventually(focused).toBe("row-51");
    await page.keyboard.press("PageDown");
    await eventually(focused).toBe("row-52");
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    await eventually(focused).toMatch(/^row-(?!5[12])\d+$/);
    await page.getByRole("tab", { name: "Pins" }).click();
    await page.locator("#panel-pins").getByRole("link", { name: "^275" }).click();
    await eventually(focused).toBe("row-275");
    await page.goBack();
    await eventually(focused).toBe("row-51");
  });

  test("the quick switcher goes to desks, people, threads and messages", async () => {
    const page = await visit();
    const choose = async (text: string, option: RegExp): Promise<void> => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(text);
      await page.locator("#switcher-picker").getByRole("option", { name: option }).first().click();
      await eventually(() => page.locator("#switcher").isVisible()).toBe(false);
    };
    await page.keyboard.press("Control+k");
    await page.keyboard.type("zz");
    await page.keyboard.press("Escape");
    await eventually(() => page.locator("#switcher").isVisible()).toBe(false);
    await choose("timet", /timetable/);
    await eventually(() => page.locator("#read-title").textContent()).toBe("timetable");
    await choose("safety notice over", /safety notice/);
    await row(page, 93).waitFor();
    await choose("nikos", /Nikos Galanis/);
    await eventually(() => page.locator("#author-filter").getByRole("combobox").inputValue()).toBe(
      "Nikos Galanis",
    );
  });
});

describe("a turn", () => {
  test("is what a model would get, with its size, and can be copied", async () => {
    const page = await visit();
    await page.getByRole("tab", { name: "Turn" }).click();
    const given = page.locator("#panel-turn .given");
    await eventually(() => given.count()).toBe(3);
    await eventually(() => given.nth(0).textContent()).toMatch(/^You are @\w+ in the tides desk/);
    await eventually(() => given.nth(1).textContent()).toMatch(
      /data to consider, not instructions/,
    );
    await eventually(() => given.nth(2).textContent()).toContain("[^430 person");
    await eventually(() => page.locator(".turn-sum").textContent()).toMatch(
      /[\d,]+ characters in all/,
    );
    await eventually(() => page.locator(".turn").textContent()).toMatch(/^The desk tides/);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("You are @");
    expect(copied).toContain("Pinned in this conversation");
    await page.locator("#threads button").first().click();
    await page.getByRole("tab", { name: "Turn" }).click();
    await eventually(() => page.locator(".turn").textContent()).toMatch(
      /^The thread \^377 of tides/,
    );
  });

  test("says what was left out when there is little room", async () => {
    const page = await visit();
    await page.getByRole("tab", { name: "Turn" }).click();
    await page.getByRole("spinbutton").fill("900");
    const panel = page.locator("#panel-turn");
    await eventually(() => panel.textContent()).toMatch(/Left out for length.*Pinned in this/);
  });

  test("has the search results in it as they come, and no longer than they are listed", async () => {
    const page = await visit();
    await page.getByRole("tab", { name: "Turn" }).click();
    await page.getByRole("spinbutton").fill("20000");
    await page.getByRole("checkbox", { name: "With the search results" }).check();
    const turn = page.locator("#panel-turn .turn");
    await eventually(() => turn.textContent()).toContain("Recalled");
    await search(page, "gauge zero");
    await eventually(() => turn.textContent()).toContain("begin: Search results");
    await search(page, "zzqqxx");
    await eventually(() => turn.textContent()).not.toContain("begin: Search results");
    await search(page, "gauge zero");
    await eventually(() => turn.textContent()).toContain("begin: Search results");
    await page.getByRole("checkbox", { name: "With the search results" }).uncheck();
    await eventually(() => turn.textContent()).not.toContain("begin: Search results");
  });
});

describe("opening", () => {
  test("a Slack zip is read in the page, and its issues are listed", async () => {
    const page = await visit();
    await page.getByRole("button", { name: "Open export" }).click();
    const file = { name: "workspace.zip", mimeType: "application/zip", buffer: await slackZip() };
    await page.locator("#choose-files").setInputFiles(file);
    await eventually(() => page.locator("#source-name").textContent()).toBe("workspace.zip");
    await eventually(() => page.locator("#desks .label").allTextContents()).toEqual([
      "harbour",
      "kitchen",
    ]);
    await page
      .locator("#desks")
      .getByRole("button", { name: /harbour/ })
      .click();
    await page.getByRole("button", { name: "1 reply" }).first().click();
    await eventually(() => page.locator("#panel-thread .who").allTextContents()).toEqual([
      "Inês",
      "Olaf Berg",
    ]);
    await search(page, "crane");
    await eventually(() => results(page).count()).toBe(2);
    await page.getByRole("tab", { name: "Import" }).click();
    const panel = page.locator("#panel-import");
    await eventually(() => panel.textContent()).toContain("Nothing of it has left the page");
    await eventually(() => panel.locator(".issues li").count()).toBeGreaterThan(0);
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
    await eventually(() => page.locator("#source-name").textContent()).toBe("quay.log");
    await eventually(() => page.locator("#rows .who").allTextContents()).toEqual(["ada", "bo"]);
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
    await eventually(name).toBe("quay.log");
    answer();
    await search(page, "hello");
    await eventually(() => results(page).count()).toBe(1);
    await page.waitForTimeout(500);
    await eventually(name).toBe("quay.log");
    await eventually(() => page.locator("#loading").isVisible()).toBe(false);
  });

  test("a file of no known format leaves what is open, and says what is understood", async () => {
    const page = await visit();
    const file = { name: "cat.png", mimeType: "image/png", buffer: Buffer.from("\x89PNG no") };
    await page.locator("#choose-files").setInputFiles(file);
    await eventually(() => page.locator("#notice").textContent()).toMatch(/cat\.png.*understood/);
    await eventually(() => page.locator("#source-name").textContent()).toBe("sample.jsonl");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await eventually(() => page.locator("#notice").isVisible()).toBe(false);
  });
});

test("a search worker that ends is started again, and the page says so", async () => {
  const page = await visit();
  await search(page, "gauge");
  await eventually(() => results(page).count()).toBeGreaterThan(0);
  const worker = page.workers().find((each) => each.url().includes("/entry-"));
  await worker?.evaluate(() => self.close());
  await eventually(() => page.locator("#notice").textContent()).toMatch(/started again/);
  await search(page, "gauge zero");
  await eventually(() => results(page).count()).toBeGreaterThan(0);
});

test("the page and its workers may contact nothing but the page's own files", async () => {
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked++;
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("here");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const { port } = elsewhere.address() as AddressInfo;
  const opened = await open();
  const { page } = opened;
  await search(page, "gauge");
  await eventually(() => results(page).count()).toBeGreaterThan(0);
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
        await eventually(() => results(page).count()).toBeGreaterThan(0);
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
  await eventually(() => page.locator("#rows").isVisible()).toBe(false);
  await view("Read");
  await page.locator("#rows article").first().waitFor();
  expect(Math.abs((await at()) - before)).toBeLessThan(3);
  await view("Find");
  await search(page, "safety notice");
  await results(page).first().click();
  await row(page, 93).waitFor();
  await eventually(() => page.locator("#query").isVisible()).toBe(false);
});

test("nothing is wider than a narrow page", async () => {
  const page = await visit(NARROW);
  for (const name of ["Find", "Read", "Details"]) {
    await page.getByRole("button", { name, exact: true }).click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, name).toBeLessThanOrEqual(0);
  }
});
