// The script of the page that groups/frame.mjs opens: a picker, and how long each key keeps the main
// thread from anything else.
import { definePicker } from "../../dist/picker/index.js";

/** @typedef {{ query: string, blockedMs: number }} Key one key, and the longest stretch it took at once */

/** The frame that shows an answer, and the one behind it. */
const FRAMES = 2;

/** @type {Key[]} */
const keys = [];
Object.assign(globalThis, { keys });

definePicker();
const picker = document.createElement("backread-picker");
picker.setAttribute("label", "Find");
picker.groups = [{ id: "entries", heading: "Entries", candidates: await candidates() }];
document.body.append(picker);
// Before any listener of the picker: what it does with the key counts from here.
addEventListener("input", () => void watch(performance.now()), { capture: true });

/** @returns {Promise<import("../../dist/index.js").Candidate[]>} */
async function candidates() {
  const answer = await fetch("/candidates.json");
  return await answer.json();
}

/** Asks for the thread again and again until the answer stands; layout and paint are waited for too. @param {number} started */
async function watch(started) {
  const answer = { shown: false };
  void frames(FRAMES).then(() => (answer.shown = true));
  let last = started;
  let blockedMs = 0;
  do {
    await nextTask();
    const now = performance.now();
    blockedMs = Math.max(blockedMs, now - last);
    last = now;
  } while (!answer.shown || isBusy());
  keys.push({ query: picker.shadowRoot?.querySelector("input")?.value ?? "", blockedMs });
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
