/** One thread: its opening and its replies. */
import type { Recall } from "../../dist/index.js";
import { h, need, show } from "./dom.js";
import type { Places } from "./places.js";
import type { PageStore } from "./room.js";
import { transcriptList } from "./transcript-list.js";
import { count } from "./words.js";

export function threadPane(store: PageStore, recall: Recall, places: Places): void {
  const head = h("p", { class: "panel-head faint" });
  const scroller = h("div", {
    class: "scroll rows",
    tabindex: "0",
    role: "feed",
    "aria-label": "Thread",
  });
  need("panel-thread", HTMLElement).append(head, scroller);
  const list = transcriptList(scroller, { store, recall, places, inThread: true });
  store.follow(["room", "threadRoot"], ({ room, threadRoot, current }) => {
    const root = room !== null && threadRoot !== null ? room.transcript.at(threadRoot) : null;
    const replies = root === null ? [] : (room?.transcript.repliesTo(root.sequence) ?? []);
    head.textContent =
      root === null
        ? "No thread is open. Choose one under Threads, or the replies below a row."
        : count(replies.length, "reply", "replies");
    show(scroller, root !== null);
    list.show(root === null ? [] : [root, ...replies]);
    if (current !== null) list.goTo(current);
  });
  store.follow(["current"], ({ current }) => {
    list.refresh();
    if (current !== null) list.goTo(current);
  });
}
