// A picker over a list that a module Worker holds, in a real browser.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  arrayLog,
  ClosedError,
  createCore,
  WorkerCrashedError,
  type Candidate,
  type RemoteCandidates,
} from "../../dist/index.js";
import type {
  PickerErrorDetail,
  PickerGroup,
  PickerSelectDetail,
} from "../../dist/picker/index.js";
import { createRecallWorker, type RecallWorker } from "../../dist/worker/index.js";
import {
  activeLabel,
  heard,
  inputOf,
  labelsOf,
  many,
  mount,
  optionsOf,
  press,
  settled,
  statusOf,
  type,
  unmountAll,
} from "./picker-support.js";

const ENTRIES = 20_000;
const CHARS = 300;
const LIMIT = 8;
/** Rows in the popup, those kept around them, and the active one. */
const MOST_OPTIONS = 24;

const started: RecallWorker[] = [];

beforeEach(() => page.viewport(800, 700));
afterEach(async () => {
  unmountAll();
  await Promise.all(started.splice(0).map((worker) => worker.release()));
});

async function prepare(
  list: readonly Candidate[],
  make?: () => Worker,
): Promise<{ worker: RecallWorker; prepared: RemoteCandidates; group: PickerGroup }> {
  const worker = createRecallWorker({ log: arrayLog([]), regex: false, worker: make });
  started.push(worker);
  const prepared = await worker.prepareCandidates(list);
  return { worker, prepared, group: { id: "g", heading: "Entries", prepared, limit: LIMIT } };
}

test("typed fast, it ends with the options of the whole text, and no other is offered", async () => {
  const candidates = many(ENTRIES, CHARS);
  const { prepared, group } = await prepare(candidates);
  const snapshot = (await createCore()).prepareCandidates(candidates);
  const asked = vi.spyOn(prepared, "query");
  const picker = mount([group]);
  await userEvent.click(inputOf(picker));
  expect(optionsOf(picker).length).toBeLessThanOrEqual(MOST_OPTIONS);
  const input = inputOf(picker);
  const texts = ["entry f3x", "lorem mule", "nope", "ntry 1a"];
  for (const text of texts) {
    // Every key at once: nothing can have answered in between.
    for (let end = 1; end <= text.length; end++) {
      input.value = text.slice(0, end);
      input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    }
    expect(activeLabel(picker)).toBeNull();
    await settled(picker);
    const expected = snapshot.query(text, LIMIT).map(({ label }) => label);
    expect(labelsOf(picker)).toEqual(expected);
    expect(activeLabel(picker)).toBe(expected[0] ?? null);
  }
  expect(asked).toHaveBeenCalledTimes(texts.join("").length);
});

test("what is chosen is the caller's own object, equal ids told apart", async () => {
  const twins = [
    { id: "x", label: "tide table" },
    { id: "x", label: "tide" },
    { id: "x", label: "tide" },
  ];
  const { group } = await prepare(twins);
  const picker = mount([group]);
  const chosen = heard<PickerSelectDetail>(picker, "backread-select");
  await type(picker, "tide");
  expect(labelsOf(picker)).toEqual(["tide", "tide", "tide table"]);
  await press("{ArrowDown}{Enter}");
  expect(chosen[0]?.item).toBe(twins[2]);
  expect(chosen[0]?.hit).toMatchObject({ kind: "exact", field: "label" });
  picker.value = "x";
  expect(picker.selection).toEqual({ group: "g", id: "x", label: "tide table" });
});

test("an update is shown when the groups are set again", async () => {
  const { prepared, group } = await prepare([{ id: "1", label: "tide" }]);
  const picker = mount([group]);
  await type(picker, "t");
  await prepared.update([{ id: "2", label: "tower" }], ["1"]);
  picker.groups = [group];
  await settled(picker);
  expect(labelsOf(picker)).toEqual(["tower"]);
  await userEvent.clear(inputOf(picker));
  await settled(picker);
  expect(labelsOf(picker)).toEqual(["tower"]);
});

test("a list that is gone says so in its group, and leaves the others alone", async () => {
  const { prepared, group } = await prepare([{ id: "1", label: "tide" }]);
  const beside = { id: "h", heading: "Here", candidates: [{ id: "2", label: "tides" }] };
  const picker = mount([group, beside]);
  const errors = heard<PickerErrorDetail>(picker, "backread-error");
  await type(picker, "t");
  prepared.close();
  await type(picker, "i");
  expect(labelsOf(picker)).toEqual(["tides"]);
  expect(statusOf(picker)).toContain("Entries not searched: candidate list is closed");
  expect(errors).toMatchObject([{ group: "g" }]);
  expect(errors[0]?.error).toBeInstanceOf(ClosedError);
});

test("a worker that crashes while it is asked is reported, not waited for", async () => {
  const { group, worker } = await prepare(many(ENTRIES, CHARS), () => {
    const entry = new URL("../../dist/worker/entry.js", import.meta.url);
    const own = new Worker(entry, { type: "module" });
    addEventListener("test-crash", () => own.dispatchEvent(new ErrorEvent("error")), {
      once: true,
    });
    return own;
  });
  const picker = mount([group]);
  const errors = heard<PickerErrorDetail>(picker, "backread-error");
  await userEvent.click(inputOf(picker));
  inputOf(picker).value = "entry";
  inputOf(picker).dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  dispatchEvent(new Event("test-crash"));
  await settled(picker);
  expect(worker.crashed).toBeInstanceOf(WorkerCrashedError);
  expect(errors[0]?.error).toBe(worker.crashed);
  expect(labelsOf(picker)).toEqual([]);
});
