import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createCore, type Core } from "../../dist/index.js";
import type { BackreadPicker } from "../../dist/picker/index.js";
import { MAX_SCROLL_HEIGHT } from "../../dist/picker/layout.js";
import {
  activeLabel,
  activeOf,
  inputOf,
  labelsOf,
  listOf,
  many,
  mount,
  optionsOf,
  press,
  settled,
  unmountAll,
} from "./picker-support.js";

const ENTRIES = 100_000;
const CHARS = 300;
/** Rows in a popup of 22 rem, those kept around them, and the active one; a row is a few elements. */
const MOST_OPTIONS = 24;
const MOST_ELEMENTS = MOST_OPTIONS * 4 + 30;

beforeEach(() => page.viewport(800, 700));
afterEach(unmountAll);

interface Calls {
  prepare: number;
  query: number;
  score: number;
  rank: number;
}

/** A core that counts what is asked of it. */
async function countingCore(): Promise<{ core: Core; calls: Calls }> {
  const inner = await createCore();
  const calls: Calls = { prepare: 0, query: 0, score: 0, rank: 0 };
  const count = (name: keyof Calls): void => void calls[name]++;
  const core: Core = {
    kind: inner.kind,
    lowercase: (text) => inner.lowercase(text),
    isWordCharacter: (point) => inner.isWordCharacter(point),
    score: (query, text) => (count("score"), inner.score(query, text)),
    scanRows: (query, rows) => inner.scanRows(query, rows),
    prepareRows: () => inner.prepareRows(),
    rank: (query, candidates, limit) => (count("rank"), inner.rank(query, candidates, limit)),
    codeRanges: (text, unit) => inner.codeRanges(text, unit),
    fencedRanges: (text, unit) => inner.fencedRanges(text, unit),
    prepareCandidates: (candidates) => {
      count("prepare");
      const snapshot = inner.prepareCandidates(candidates);
      return {
        size: snapshot.size,
        query: (query, limit) => (count("query"), snapshot.query(query, limit)),
        update: (added, removed) => snapshot.update(added, removed),
        close: () => snapshot.close(),
      };
    },
  };
  return { core, calls };
}

function elementCount(picker: BackreadPicker): number {
  return picker.shadowRoot!.querySelectorAll("*").length;
}

describe("a list of 100,000 labels of 300 characters", () => {
  test("is listed whole, with few elements, wherever it is scrolled", async () => {
    const candidates = many(ENTRIES, CHARS);
    const picker = mount([{ id: "g", heading: "Entries", candidates }]);
    await userEvent.click(inputOf(picker));
    const list = listOf(picker);
    for (const share of [0, 0.25, 0.5, 1]) {
      list.scrollTop = share * (list.scrollHeight - list.clientHeight);
      list.dispatchEvent(new Event("scroll"));
      expect(optionsOf(picker).length).toBeLessThanOrEqual(MOST_OPTIONS);
      expect(elementCount(picker)).toBeLessThanOrEqual(MOST_ELEMENTS);
      const row = optionsOf(picker).at(6)!;
      const at = Number(row.getAttribute("aria-posinset"));
      expect(row.getAttribute("aria-setsize")).toBe(String(ENTRIES));
      expect(row.textContent).toBe(candidates.at(at - 1)!.label);
      expect(Math.abs(at / ENTRIES - share)).toBeLessThan(0.001);
    }
    await press("{End}");
    expect(activeLabel(picker)).toBe(candidates.at(-1)!.label);
    const last = activeOf(picker)!.getBoundingClientRect();
    const view = list.getBoundingClientRect();
    expect(last.bottom).toBeLessThanOrEqual(view.bottom + 0.5);
    expect(last.top).toBeGreaterThanOrEqual(view.top);
    await press("{Home}");
    expect([activeLabel(picker), list.scrollTop]).toEqual([candidates.at(0)!.label, 0]);
  });

  test("is packed once; each key is one question and draws only what is in sight", async () => {
    const { core, calls } = await countingCore();
    const candidates = many(ENTRIES, CHARS);
    const picker = mount([{ id: "g", heading: "Entries", candidates }]);
    picker.core = core;
    await userEvent.click(inputOf(picker));
    await expect.poll(() => calls.prepare).toBe(1);
    let added = 0;
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) added += addedNodes.length;
    });
    observer.observe(picker.shadowRoot!, { childList: true, subtree: true });
    const perKey: { queries: number; scores: number; added: number }[] = [];
    for (const key of "entry 1x") {
      const before = { ...calls };
      added = 0;
      await press(key);
      await settled(picker);
      for (const record of observer.takeRecords()) added += record.addedNodes.length;
      const queries = calls.query - before.query;
      perKey.push({ queries, scores: calls.score - before.score, added });
      expect(elementCount(picker)).toBeLessThanOrEqual(MOST_ELEMENTS);
    }
    expect(calls).toMatchObject({ prepare: 1, rank: 0 });
    expect(labelsOf(picker)[0]).toBe(candidates.at(Number.parseInt("1x", 36))!.label);
    for (const { queries, scores, added: nodes } of perKey) {
      expect(queries).toBe(1);
      expect(scores).toBeLessThanOrEqual(MOST_OPTIONS);
      expect(nodes).toBeLessThanOrEqual(MOST_ELEMENTS);
    }
    observer.disconnect();
  });

  test("is packed anew only when another array takes its place", async () => {
    const { core, calls } = await countingCore();
    const candidates = many(1000, 20);
    const picker = mount([{ id: "g", heading: "Entries", candidates }]);
    picker.core = core;
    await userEvent.click(inputOf(picker));
    await press("entry");
    picker.groups = [{ id: "g", heading: "Renamed", candidates }];
    await press(" 1");
    await settled(picker);
    expect(calls.prepare).toBe(1);
    picker.groups = [{ id: "g", heading: "Renamed", candidates: candidates.slice() }];
    await expect.poll(() => calls.prepare).toBe(2);
  });
});

test("a list too high for any element is still reached to its end", async () => {
  const candidates = many(600_000, 8);
  const picker = mount([
    { id: "g", heading: "Entries", candidates },
    { id: "h", heading: "After", candidates: [{ id: "z", label: "the very last" }] },
  ]);
  await userEvent.click(inputOf(picker));
  const list = listOf(picker);
  expect(list.scrollHeight).toBeLessThanOrEqual(MAX_SCROLL_HEIGHT + 10);
  await press("{End}");
  expect(activeLabel(picker)).toBe("the very last");
  expect(labelsOf(picker).at(-2)).toBe(candidates.at(-1)!.label);
  await press("{PageUp}");
  const view = list.getBoundingClientRect();
  for (const step of ["{ArrowUp}", "{ArrowUp}", "{PageUp}", "{PageUp}"]) {
    await press(step);
    const row = activeOf(picker)!.getBoundingClientRect();
    expect(row.top).toBeGreaterThanOrEqual(view.top);
    expect(row.bottom).toBeLessThanOrEqual(view.bottom + 0.5);
  }
  list.scrollTop = list.scrollHeight / 2;
  list.dispatchEvent(new Event("scroll"));
  const rows = optionsOf(picker).filter((row) => row !== activeOf(picker));
  const middle = rows.map((row) => Number(row.getAttribute("aria-posinset")));
  expect(Math.abs(middle.at(0)! / 600_000 - 0.5)).toBeLessThan(0.001);
  expect(middle).toEqual(middle.map((_, at) => middle.at(0)! + at));
  const tops = rows.map((row) => row.getBoundingClientRect().top);
  expect(tops.every((top, at) => at === 0 || Math.abs(top - tops.at(at - 1)! - 36) < 1)).toBe(true);
});

test("the active option stays in the tree when it is scrolled out of sight", async () => {
  const picker = mount([{ id: "g", heading: "Entries", candidates: many(5000, 20) }]);
  await userEvent.click(inputOf(picker));
  await press("{ArrowDown}{ArrowDown}");
  const list = listOf(picker);
  list.scrollTop = list.scrollHeight / 2;
  list.dispatchEvent(new Event("scroll"));
  expect(activeOf(picker)?.getAttribute("aria-posinset")).toBe("2");
  await press("{ArrowDown}");
  expect(activeOf(picker)?.getAttribute("aria-posinset")).toBe("3");
  expect(list.scrollTop).toBeLessThan(200);
});
