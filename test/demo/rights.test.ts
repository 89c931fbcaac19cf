/** "Viewing as": one question from several rooms, over PGlite in a real browser, in one page. */
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, Site, slackZip, violations, type Opened } from "./support.js";

/** Starting PGlite takes seconds on an idle machine. */
const START_MS = 90_000;
const MARA = /^Mara Lindqvist/;
const NIKOS = /^Nikos Galanis/;
/** What Nikos wrote to the agent alone, and what the agent answered. */
const OF_NIKOS = ["mainland pilots", "5,000", "bring it up elsewhere"];
const OF_EVERYBODY = "Back from the council";

let site: Site;
let opened: Opened;
let page: Page;
/** Which of the database's files the network does not give. */
let refused: RegExp | null = null;
let refusals = 0;

beforeAll(async () => {
  site = await Site.start();
  opened = await site.open();
  ({ page } = opened);
  // Once: to change what is routed waits for ever where a worker has just been ended.
  await page.context().route(/\/assets\/[^/]*\.(data|wasm|gz)$/, (route) => {
    if (refused?.test(route.request().url()) !== true) return route.continue();
    refusals++;
    return route.abort();
  });
});

afterAll(async () => {
  const { faults } = opened;
  await site.stop();
  // What a test refused is said by the browser itself; PGlite's failures are said by the page alone.
  expect(faults.filter((fault) => !fault.includes("net::ERR_FAILED"))).toEqual([]);
});

const room = (name: RegExp) => page.getByRole("radio", { name });
const beside = () => page.getByLabel("Beside it");
const rows = () => page.locator(".answer .found");

/** Waits until exactly these rooms have answered. */
async function answered(...names: string[]): Promise<void> {
  await eventually(() => page.locator(".answer h2").allTextContents()).toEqual(names);
}

/** The page as it is read, as it is made, and as assistive technology is told of it. */
async function everything(): Promise<Readonly<Record<string, string>>> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return {
    text: await page.locator("body").innerText(),
    dom: await page.content(),
    accessibility: JSON.stringify(nodes),
  };
}

describe("opening the mode", () => {
  const database = /pglite|initdb|\.tar|\/pane-|\/worker-/;
  const loaded = async (): Promise<string[]> => {
    const all = await page.evaluate(() => performance.getEntriesByType("resource"));
    return all.map(({ name }) => name).filter((name) => database.test(name));
  };

  test("is what loads the database", async () => {
    await eventually(loaded).toEqual([]);
  });

  test.for([
    ["files", /\/pglite-[^/]*\.data$/],
    ["program", /\/pglite-[^/]*\.wasm$/],
    ["first program", /\/initdb-[^/]*\.wasm$/],
    ["extensions", /\/pg_trgm[^/]*\.gz$/],
  ] as const)("says so where its %s cannot be loaded", async ([, file]) => {
    refused = file;
    refusals = 0;
    // The first opens the mode; the others try again what failed before.
    const again = page.getByRole("button", { name: "Try again" });
    const opening = page.getByRole("link", { name: "Viewing as" });
    await ((await again.isVisible()) ? again : opening).click();
    await expect.poll(() => refusals).toBeGreaterThan(0);
    const failure = page.locator("#rights-failure");
    await failure.waitFor({ timeout: START_MS });
    await eventually(() => failure.innerText()).toMatch(
      /^The store could not be opened in this page: \S/,
    );
    expect(await violations(page)).toEqual([]);
    await eventually(loaded).not.toEqual([]);
    refused = null;
  });

  test("is tried again when that is asked for, and asks in the first room", async () => {
    await page.getByRole("button", { name: "Try again" }).click();
    await eventually(() => page.locator("#rights-progress").innerText()).toMatch(/\S/);
    await page.locator(".answer .found").first().waitFor({ timeout: START_MS });
    await eventually(() => page.locator("#rights-progress").isVisible()).toBe(false);
    await eventually(() => page.locator("#rights-failure").isVisible()).toBe(false);
    await eventually(() => page.locator("#rights-status").textContent()).toBe(
      "Mara Lindqvist: 4 rows.",
    );
    expect(page.url()).toMatch(/#rights$/);
  });
});

describe("the sample workspace", () => {
  test("says beside each room who reads there", async () => {
    const labels = await page.locator("#rights-rooms label").allInnerTexts();
    expect(labels.map((label) => label.replaceAll(/\s+/g, " "))).toEqual([
      "Mara Lindqvist Direct messages Read by Mara Lindqvist",
      "Nikos Galanis Direct messages Read by Nikos Galanis",
      "#purse Private channel Read by Mara Lindqvist and Meera Pillai",
      "#quay Public channel Read by everybody in the workspace",
    ]);
  });

  test("never shows in one room what was said in another's direct messages", async () => {
    await room(NIKOS).check();
    await answered("Nikos Galanis");
    for (const [where, all] of Object.entries(await everything()))
      for (const text of [...OF_NIKOS, OF_EVERYBODY]) expect(all, where).toContain(text);

    await room(MARA).check();
    await answered("Mara Lindqvist");
    for (const [where, all] of Object.entries(await everything())) {
      for (const text of OF_NIKOS) expect(all, where).not.toContain(text);
      for (const text of ["3,900", OF_EVERYBODY]) expect(all, where).toContain(text);
    }
  });

  test("counts what was held back in the operator's view, and nowhere in the answer", async () => {
    const held = /held back|audience/i;
    await eventually(() => page.getByRole("note", { name: "Operator's view" }).innerText()).toMatch(
      /Held back here: 1 by audience\./,
    );
    await eventually(() => page.locator(".answer-sum").innerText()).not.toMatch(held);
    await eventually(() => page.locator(".answer-rows").innerText()).not.toMatch(held);
    await room(/^#quay/).check();
    await answered("#quay");
    await eventually(() => page.locator(".operator").innerText()).toContain("3 by audience");
    await eventually(() => rows().count()).toBe(2);
  });

  test("gives who, where and when, the rows around, and a score that is the sum of its parts", async () => {
    await room(MARA).check();
    await answered("Mara Lindqvist");
    const hit = rows().filter({ hasText: OF_EVERYBODY });
    await eventually(() => hit.locator(".who").innerText()).toBe("Layla Haddad");
    await eventually(() => hit.locator(".desk").innerText()).toBe("#quay");
    await eventually(() => hit.locator("time").getAttribute("datetime")).toBe(
      "2026-03-24T20:48:00.000Z",
    );
    await eventually(() => hit.locator("mark").allTextContents()).toEqual(["berth", "fee"]);
    await eventually(() => hit.locator(".around").allInnerTexts()).toEqual([
      "Mara Lindqvist: Reminder: posters for the council evening are at Layla’s.",
      "Nikos Galanis: I have paid more for worse. Good work, Layla.",
    ]);
    for (const why of await page.locator(".why").allTextContents()) {
      const [score = "", sum = ""] = why.replaceAll(",", "").split(" = ");
      const terms = sum.split(/ (?=[+−] )/).map((term) => {
        return Number(/\d+$/.exec(term)?.[0]) * (term.startsWith("−") ? -1 : 1);
      });
      expect(terms.length).toBeGreaterThan(1);
      expect(
        terms.reduce((total, term) => total + term, 0),
        why,
      ).toBe(Number(/\d+$/.exec(score)?.[0]));
    }
  });

  test("puts rooms beside each other", async () => {
    await beside().selectOption({ label: "#purse (Private channel)" });
    await answered("Mara Lindqvist", "#purse");
    const [mara, purse] = await page.locator(".answer").allInnerTexts();
    expect(mara).toContain("3,900");
    expect(purse).not.toContain("3,900");
    await beside().selectOption("all");
    await answered("Mara Lindqvist", "Nikos Galanis", "#purse", "#quay");
    // The room that is chosen now cannot be beside itself.
    await beside().selectOption({ label: "#purse (Private channel)" });
    await room(/^#purse/).check();
    await answered("#purse");
  });

  test("is used by the keyboard alone", async () => {
    await room(MARA).focus();
    await page.keyboard.press("ArrowDown");
    await answered("Nikos Galanis");
    await page.keyboard.press("ArrowUp");
    await answered("Mara Lindqvist");
    await page.locator("#rights-answers").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("/mainland|tie on/");
    await page.keyboard.press("Enter");
    await eventually(() => rows().locator("mark").allTextContents()).toEqual(["tie on"]);
    await page.locator("#rights-question").fill("mainland pilots");
    await page.keyboard.press("Enter");
    await eventually(() => page.locator(".answer-sum").innerText()).toMatch(/^Nothing was found/);
    await page.locator("#rights-question").fill("/(/");
    await page.keyboard.press("Enter");
    await eventually(() => page.locator(".answer .problem").innerText()).toMatch(/invalid/);
  });

  test("axe finds nothing wrong with it, wide and narrow, light and dark", async () => {
    await page.locator("#rights-question").fill("what will the berth fee be?");
    await page.keyboard.press("Enter");
    await beside().selectOption("all");
    await answered("Mara Lindqvist", "Nikos Galanis", "#purse", "#quay");
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        expect(await violations(page), `${colorScheme}, ${width} px`).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide).toBeLessThanOrEqual(0);
      }
    await page.getByRole("button", { name: "Open export" }).click();
    expect(await violations(page), "opener").toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await beside().selectOption("");
  });
});

describe("an export of one's own", () => {
  const name = () => page.locator("#rights-name").textContent();

  test("takes the sample's place when it is dropped, and nothing of that is found in it", async () => {
    await page.evaluate(
      ({ bytes }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], "workspace.zip"));
        const init = { dataTransfer, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent("drop", init));
      },
      { bytes: [...(await slackZip())] },
    );
    await eventually(name).toBe("workspace.zip");
    await answered("#harbour");
    await eventually(() => rows().count()).toBe(0);
    await page.locator("#rights-question").fill("the crane");
    await page.keyboard.press("Enter");
    await eventually(() => rows().count()).toBe(2);
    await eventually(() => rows().locator(".who").allTextContents()).toEqual(
      expect.arrayContaining(["Inês", "Olaf Berg"]),
    );
    // The transcript is another matter.
    await eventually(() => page.locator("#source-name").textContent()).toBe("sample.jsonl");
  });

  test("without readers is found by nobody, until somebody says who may read it", async () => {
    const log = { name: "quay.log", mimeType: "text/plain" };
    const buffer = Buffer.from("[10:01] <ada> the crane is back\n[10:02] <bo> aye\n");
    await page.locator("#choose-files").setInputFiles({ ...log, buffer });
    await eventually(name).toBe("quay.log");
    const notes = await page.locator("#rights-notes").innerText();
    expect(notes).toContain("No room of it can be read in.");
    expect(notes).toContain("2 rows without evidence of who could read them");
    await eventually(() => room(/./).count()).toBe(0);
    await eventually(() => page.locator(".answer").count()).toBe(0);

    await page.getByRole("button", { name: "Open export" }).click();
    await page.locator("#rights-otherwise").selectOption("workspace");
    await page.locator("#choose-files").setInputFiles({ ...log, buffer });
    await eventually(() => rows().count()).toBe(1);
    await eventually(() => rows().locator(".text").innerText()).toBe("the crane is back");
  });

  test("of no known format leaves what is open", async () => {
    const file = { name: "cat.png", mimeType: "image/png", buffer: Buffer.from("\x89PNG no") };
    await page.locator("#choose-files").setInputFiles(file);
    await eventually(() => page.locator("#notice").innerText()).toMatch(/cat\.png.*understood/);
    await eventually(name).toBe("quay.log");
    await eventually(() => rows().count()).toBe(1);
    const again = { ...file, name: "again.log", buffer: Buffer.from("[10:01] <ada> the crane\n") };
    await page.locator("#choose-files").setInputFiles(again);
    await eventually(name).toBe("again.log");
    await eventually(() => page.locator("#notice").isVisible()).toBe(false);
    await eventually(() => rows().count()).toBe(1);
  });
});

test("leaves the transcript as it was, and goes there and back", async () => {
  await page.getByRole("link", { name: "Transcript", exact: true }).click();
  await eventually(() => page.locator("#rows article").count()).toBeGreaterThan(0);
  await eventually(() => page.locator("#rights-question").isVisible()).toBe(false);
  await page.goBack();
  await eventually(() => page.locator("#rights-question").isVisible()).toBe(true);
  await eventually(() => rows().count()).toBe(1);
  await page.evaluate(() => (location.hash = "#51"));
  await page.locator("#rows article.current").waitFor();
});
