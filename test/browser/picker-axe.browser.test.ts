import type Axe from "axe-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  DESKS,
  inputOf,
  many,
  mount,
  PEOPLE,
  press,
  settled,
  type,
  unmountAll,
} from "./picker-support.js";

const root = document.documentElement;
let axe: typeof Axe;

// As a script: it is no module, and made into one by the test runner it would reload the page.
beforeAll(async () => {
  const script = document.createElement("script");
  script.src = new URL("../../node_modules/axe-core/axe.min.js", import.meta.url).href;
  const loaded = new Promise((resolve) => script.addEventListener("load", resolve));
  document.head.append(script);
  await loaded;
  axe = (window as unknown as { axe: typeof Axe }).axe;
});

beforeEach(() => page.viewport(800, 700));
afterEach(() => {
  unmountAll();
  root.removeAttribute("style");
  root.removeAttribute("dir");
});

const RULES = ["aria-required-attr", "aria-valid-attr-value", "label"];

/** What axe finds wrong, in a form that says where. */
async function violations(): Promise<string[]> {
  const { violations: found, passes } = await axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    // The page around the picker is the test runner's.
    rules: {
      region: { enabled: false },
      "landmark-one-main": { enabled: false },
      "page-has-heading-one": { enabled: false },
    },
  });
  // The rules that this is about have looked at something.
  const ran = new Set(passes.map(({ id }) => id));
  const shown = document.querySelector("backread-picker:not([disabled])");
  // Text that is disabled need not stand out.
  if (shown !== null) expect(ran).toContain("color-contrast");
  for (const rule of RULES) expect(ran).toContain(rule);
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}

const MESSAGES = {
  id: "messages",
  heading: "Messages",
  source: async (query: string) => {
    if (query === "vale") throw new Error("the worker stopped");
    return [{ id: "1", label: `a row with ${query}`, detail: "Ada · ops" }];
  },
};

describe.each(["light", "dark"])("%s", (scheme) => {
  describe.each(["ltr", "rtl"])("%s", (dir) => {
    test("axe finds nothing: closed, listing, found, nothing, failed, disabled", async () => {
      root.style.colorScheme = scheme;
      root.style.background = "Canvas";
      root.dir = dir;
      const picker = mount([PEOPLE, DESKS, MESSAGES], { placeholder: "Name, desk or words" });
      expect(await violations()).toEqual([]);
      await userEvent.click(inputOf(picker));
      await settled(picker);
      await press("{ArrowDown}");
      expect(await violations()).toEqual([]);
      await type(picker, "val");
      expect(await violations()).toEqual([]);
      await type(picker, "e");
      expect(picker.shadowRoot!.querySelector(".problem")).not.toBeNull();
      expect(await violations()).toEqual([]);
      picker.groups = [PEOPLE];
      await type(picker, "zzz");
      expect(await violations()).toEqual([]);
      picker.close();
      picker.disabled = true;
      expect(await violations()).toEqual([]);
    });

    test("the colours and the side follow the page", () => {
      root.style.colorScheme = scheme;
      root.dir = dir;
      const picker = mount([PEOPLE]);
      const field = picker.shadowRoot!.querySelector(".field")!;
      const light = getComputedStyle(field).backgroundColor === "rgb(255, 255, 255)";
      expect(light).toBe(scheme === "light");
      const icon = field.querySelector(".icon")!.getBoundingClientRect();
      const box = field.getBoundingClientRect();
      expect(icon.left < box.left + box.width / 2).toBe(dir === "ltr");
    });

    test("labels of either direction begin where the list does", async () => {
      root.dir = dir;
      const labels = ["left to right", "من اليمين"];
      const candidates = labels.map((label) => ({ id: label, label }));
      const picker = mount([{ id: "g", heading: "G", candidates }]);
      await userEvent.click(inputOf(picker));
      for (const text of picker.shadowRoot!.querySelectorAll(".text")) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const [inner, outer] = [range.getBoundingClientRect(), text.getBoundingClientRect()];
        const gap = dir === "ltr" ? inner.left - outer.left : outer.right - inner.right;
        expect(gap).toBeLessThan(1);
      }
    });
  });
});

test("axe finds nothing in a long list that is scrolled, nor in a narrow page", async () => {
  await page.viewport(320, 500);
  const picker = mount([{ id: "g", heading: "Entries", candidates: many(5000, 300) }]);
  await userEvent.click(inputOf(picker));
  await press("{End}");
  expect(await violations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test("every colour can be set from outside, and every part be reached", async () => {
  const style = document.createElement("style");
  style.textContent = `
    backread-picker { --backread-picker-surface: rgb(1, 2, 3); --backread-picker-row-height: 50px; }
    backread-picker::part(match) { color: rgb(4, 5, 6); }
    backread-picker::part(active) { outline: 3px solid rgb(7, 8, 9); }`;
  document.head.append(style);
  const picker = mount([PEOPLE]);
  await type(picker, "oswald");
  const look = (selector: string) => getComputedStyle(picker.shadowRoot!.querySelector(selector)!);
  expect(look(".field").backgroundColor).toBe("rgb(1, 2, 3)");
  expect(look(".option[aria-selected]").height).toBe("50px");
  expect(look("mark").color).toBe("rgb(4, 5, 6)");
  expect(look(".option[aria-selected]").outlineColor).toBe("rgb(7, 8, 9)");
  style.remove();
});
