/** Rows of the open transcript, drawn as the page's state says. */
import type { Recall } from "../../dist/index.js";
import type { Places } from "./places.js";
import type { PageStore } from "./room.js";
import { RowList } from "./row-list.js";
import { rowView } from "./row-view.js";

export interface TranscriptListOptions {
  readonly store: PageStore;
  readonly recall: Recall;
  readonly places: Places;
  /** Whether all rows are of one thread. */
  readonly inThread: boolean;
}

export function transcriptList(
  scroller: HTMLElement,
  { store, recall, places, inThread }: TranscriptListOptions,
): RowList {
  const list = new RowList(scroller, (row, place) => {
    const { room, current, pattern } = store.state;
    if (room === null) throw new Error("rows without a room");
    return rowView(row, place, {
      recall,
      transcript: room.transcript,
      state: { current, pattern },
      inThread,
      openThread: places.openThread,
    });
  });
  store.follow(["pattern"], () => list.refresh());
  return list;
}
