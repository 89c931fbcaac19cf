/** Desks, and the live threads of the one that is read. */
import type { ThreadLine } from "../../dist/index.js";
import { button, h, need } from "./dom.js";
import { messageOf } from "./error-view.js";
import { latest } from "./latest.js";
import type { Places } from "./places.js";
import type { PageStore } from "./room.js";
import { visible } from "./visible.js";
import { count, number, read } from "./words.js";

/** Live threads that are listed. */
const THREADS = 12;

export function browsePane(store: PageStore, places: Places): void {
  store.follow(["room", "deskId"], ({ room, deskId }) => {
    const desks = room?.transcript.desks ?? [];
    need("desks", HTMLElement).replaceChildren(
      ...desks.map(({ id, name, rows }) => {
        const open = button("", () => places.openDesk(id), "item");
        open.append(h("span", { class: "label", dir: "auto" }, ...visible(name)));
        open.append(h("span", { class: "faint" }, number(rows.length)));
        if (id === deskId) open.setAttribute("aria-current", "true");
        return h("li", {}, open);
      }),
    );
  });
  threadList(store, places);
}

function threadList(store: PageStore, places: Places): void {
  const list = need("threads", HTMLElement);
  const foot = need("threads-coverage", HTMLElement);
  const once = latest();
  store.follow(["room", "deskId"], ({ room, deskId }) => {
    list.replaceChildren();
    foot.textContent = "";
    if (room === null) return;
    const index = room.worker.threadIndex(room.transcript.conversation(deskId), {
      limit: Infinity,
    });
    once(index, {
      done: ({ threads, coverage }) => {
        const answered = threads.filter(({ replies }) => replies > 0).slice(0, THREADS);
        list.replaceChildren(...answered.map((line) => threadItem(line, places)));
        const none = answered.length === 0 ? "No live thread. " : "";
        foot.textContent = `${none}${read(coverage)}`;
      },
      failed: (error) => (foot.textContent = messageOf(error)),
    });
  });
}

function threadItem({ root, opening, replies }: ThreadLine, places: Places): HTMLElement {
  const open = button("", () => places.openThread(root), "item");
  open.append(h("span", { class: "label", dir: "auto" }, ...visible(opening)));
  open.append(h("span", { class: "faint" }, count(replies, "reply", "replies")));
  return h("li", {}, open);
}
