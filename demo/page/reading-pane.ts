/** The transcript of one desk. */
import type { Recall } from "../../dist/index.js";
import { need, show } from "./dom.js";
import type { Places } from "./places.js";
import type { PageStore } from "./room.js";
import type { RowList } from "./row-list.js";
import { transcriptList } from "./transcript-list.js";
import { visible } from "./visible.js";
import { count, number } from "./words.js";

export function readingPane(store: PageStore, recall: Recall, places: Places): void {
  const scroller = need("rows", HTMLElement);
  const list = transcriptList(scroller, { store, recall, places, inThread: false });
  const sayWhere = (): void => {
    const { room, deskId } = store.state;
    need("read-title", HTMLElement).replaceChildren(
      ...visible(room?.transcript.desk(deskId)?.name ?? "Transcript"),
    );
    need("read-size", HTMLElement).textContent = sizeOf(list);
    const [start, end] = list.span;
    show(need("read-span", HTMLElement), end - start < list.rows.length);
    need("read-earlier", HTMLButtonElement).disabled = start === 0;
    need("read-later", HTMLButtonElement).disabled = end === list.rows.length;
  };
  for (const direction of ["earlier", "later"] as const)
    need(`read-${direction}`, HTMLButtonElement).addEventListener("click", () => {
      list.turn(direction);
      sayWhere();
    });
  const follow = (): void => {
    const { room, deskId, current } = store.state;
    scroller.setAttribute("aria-busy", String(room === null));
    const rows = room?.transcript.desk(deskId)?.rows ?? [];
    const other = rows !== list.rows;
    if (other) list.show(rows);
    else list.refresh();
    const element = current === null ? null : list.goTo(current);
    if (element === null && other) list.toNewest();
    sayWhere();
    scroller.toggleAttribute("data-empty", rows.length === 0);
  };
  store.follow(["room", "deskId", "current"], follow);
  places.onShow((sequence, focus) => {
    const element = list.goTo(sequence);
    if (focus) element?.focus({ preventScroll: true });
  });
}

function sizeOf({ rows, span: [start, end] }: RowList): string {
  const all = count(rows.length, "row");
  if (end - start === rows.length) return all;
  return `rows ${number(start + 1)} to ${number(end)} of ${all}`;
}
