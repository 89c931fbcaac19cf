// The script of the page that groups/frame.mjs opens: a picker over a list in the page, or in a worker
// where the address says `?worker`, and how long each key keeps the main thread from anything else.
import { arrayLog } from "../../dist/index.js";
import { definePicker } from "../../dist/picker/index.js";
import { createRecallWorker } from "../../dist/worker/index.js";

/** @typedef {{ query: string, blockedMs: number }} Key one key, and the longest stretch it took at once */

/** @typedef {{ blockedMs: number, tookMs: number }} Preparation of a list for the worker */

/** The frame that shows an answer, and the one behind it. */
const FRAMES = 2;

/** @type {Key[]} */
const keys = [];
Object.assign(globalThis, { keys, idle });

definePicker();
const picker = document.createElement("backread-picker");
picker.setAttribute("label", "Find");
picker.groups = [{ id: "entries", heading: "Entries", ...(await entries()) }];
document.body.append(picker);
// Before any listener of the picker: what it does with the key counts from here.
addEventListener("input", () => void watch(performance.now()), { capture: true });

async function entries() {
  const list = await candidates();
  if (location.search !== "?worker") return { candidates: list };
  const worker = createRecallWorker({ log: arrayLog([]), regex: false });
  // Started, so that only the list is measured.
  (await worker.prepareCandidates([])).close();
  const started = performance.now();
  const sending = worker.prepareCandidates(list);
  let sent = false;
  void sending.finally(() => (sent = true)).catch(() => {});
  const blockedMs = await longestStretch(started, () => !sent);
  const prepared = await sending;
  const tookMs = performance.now() - started;
  Object.assign(globalThis, { preparation: { blockedMs, tookMs } });
  return { prepared };
}

/** @returns {Promise<import("../../dist/index.js").Candidate[]>} */
async function candidates() {
  const answer = await fetch("/candidates.json");
  return await answer.json();
}

/** Until the answer stands; its layout and paint are waited for too. @param {number} started */
async function watch(started) {
  /** @type {{ shown: boolean } | null} */
  let answer = null;
  const blockedMs = await longestStretch(started, () => {
    if (answer === null && !isBusy()) {
      const standing = { shown: false };
      answer = standing;
      void frames(FRAMES).then(() => (standing.shown = true));
    }
    return answer?.shown !== true;
  });
  keys.push({ query: picker.shadowRoot?.querySelector("input")?.value ?? "", blockedMs });
}

/** What the same watch sees of two frames in which nothing is done. */
function idle() {
  let shown = false;
  void frames(FRAMES).then(() => (shown = true));
  return longestStretch(performance.now(), () => !shown);
}

/**
 * Asks for the thread again and again; the longest it had to wait.
 * @param {number} started
 * @param {() => boolean} goesOn
 */
async function longestStretch(started, goesOn) {
  let last = started;
  let longest = 0;
  do {
    await nextTask();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  } while (goesOn());
  return longest;
}

function isBusy() {
  return picker.shadowRoot?.querySelector(".field")?.hasAttribute("data-busy") ?? false;
}

/** @param {number} count */
async function frames(count) {
  for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame);
}

/** @returns {Promise<void>} */
function nextTask() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
