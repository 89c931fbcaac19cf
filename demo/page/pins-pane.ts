/** What is pinned in the desk that is read. */
import type { Pin, Pinboard } from "../../dist/index.js";
import { h, need } from "./dom.js";
import { messageOf } from "./error-view.js";
import { latest } from "./latest.js";
import type { PageStore } from "./room.js";
import { visible } from "./visible.js";
import { count, nameOf, read } from "./words.js";

export function pinsPane(store: PageStore): void {
  const panel = need("panel-pins", HTMLElement);
  const once = latest();
  store.follow(["room", "deskId"], ({ room, deskId }) => {
    panel.replaceChildren();
    if (room === null) return;
    once(room.worker.readPinboard(room.transcript.conversation(deskId)), {
      done: (board) => panel.replaceChildren(...boardView(board)),
      failed: (error) => panel.replaceChildren(h("p", { class: "problem" }, messageOf(error))),
    });
  });
}

function boardView({ pins, cut, coverage }: Pinboard): Node[] {
  const cutOff = cut === 0 ? "" : ` ${count(cut, "older pin")} not shown.`;
  const none = pins.length === 0 ? "Nothing is pinned here. " : "";
  const foot = h("p", { class: "panel-foot faint" }, `${none}${read(coverage)}${cutOff}`);
  if (pins.length === 0) return [foot];
  return [h("ul", { class: "pins", "aria-label": "Pinned" }, ...pins.map(pinView)), foot];
}

function pinView({ sequence, pinnedAt, pinnedBy, label, note, excerpt }: Pin): HTMLElement {
  const where = h("a", { class: "sequence", href: `#${sequence}` }, `^${sequence}`);
  const named = label === null ? null : h("span", { class: "tag" }, ...visible(`#${label}`));
  const missing = h(
    "p",
    { class: "faint" },
    "The pinned row is blank, or older than what was read.",
  );
  const by = h("bdi", {}, ...visible(nameOf(pinnedBy)));
  const marker = h("a", { href: `#${pinnedAt}`, class: "quiet-link" }, `^${pinnedAt}`);
  return h(
    "li",
    { class: "pin" },
    h("p", { class: "pin-head" }, where, named),
    excerpt === null ? missing : h("p", { class: "text", dir: "auto" }, ...visible(excerpt)),
    note === null ? null : h("p", { class: "note", dir: "auto" }, ...visible(note)),
    h("p", { class: "faint small-text" }, "Pinned by ", by, " in ", marker),
  );
}
