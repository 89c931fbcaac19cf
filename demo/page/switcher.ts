/** The quick switcher: one box for desks, people, threads and messages. */
import { parsePattern } from "../../dist/index.js";
import {
  BackreadPicker,
  messageItem,
  threadItem,
  type PickerGroup,
  type PickerSelectDetail,
} from "../../dist/picker/index.js";
import { h, need } from "./dom.js";
import { deskGroup, writerGroups } from "./filters.js";
import { isComposing } from "./input-method.js";
import type { Places } from "./places.js";
import type { PageStore, Room } from "./room.js";

export interface SwitcherOptions {
  readonly store: PageStore;
  readonly places: Places;
  /** Somebody was chosen: their rows are to be searched. */
  readonly searchBy: (author: string, label: string) => void;
}

export function switcher({ store, places, searchBy }: SwitcherOptions): void {
  const dialog = need("switcher", HTMLDialogElement);
  const picker = need("switcher-picker", BackreadPicker);
  store.follow(["room", "deskId"], ({ room, deskId }) => {
    picker.groups = room === null ? [] : groupsOf(room, deskId);
  });
  const open = (): void => {
    if (store.state.room === null || dialog.open) return;
    picker.clear();
    dialog.showModal();
    picker.open();
  };
  const shown = need("open-switcher", HTMLButtonElement);
  shown.addEventListener("click", open);
  if (navigator.userAgent.includes("Mac OS"))
    shown.replaceChildren("Go to ", h("kbd", {}, "\u2318 K"));
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    open();
  });
  picker.addEventListener("backread-select", (event) => {
    dialog.close();
    follow(event.detail, { store, places, searchBy });
  });
  const closeAtOnce = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    dialog.close();
  };
  // Before the picker, which would take one Escape for its list and one for its text.
  dialog.addEventListener("keydown", closeAtOnce, { capture: true });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
}

function follow(
  { group, id, label }: PickerSelectDetail,
  { places, searchBy }: SwitcherOptions,
): void {
  if (group === "desks") places.openDesk(id);
  else if (group === "threads") places.openThread(Number(id));
  else if (group === "messages") places.goTo(Number(id));
  else searchBy(id, label);
}

function groupsOf({ transcript, worker }: Room, deskId: string): PickerGroup[] {
  const conversation = transcript.conversation(deskId);
  return [
    { ...deskGroup(transcript), limit: 5 },
    ...writerGroups(transcript).map((group) => ({ ...group, limit: 5 })),
    {
      id: "threads",
      heading: "Threads of this desk",
      limit: 5,
      source: async (query, options) => {
        const search = { conversation, pattern: parsePattern(query) };
        return (await worker.searchThreads(search, options)).hits.map(threadItem);
      },
    },
    {
      id: "messages",
      heading: "Newest messages",
      limit: 8,
      source: async (query, { signal, limit }) => {
        const search = { pattern: parsePattern(query), limit };
        return (await worker.searchMessages(search, { signal })).hits.map(messageItem);
      },
    },
  ];
}
