/** The pickers that narrow a search. */
import { BackreadPicker, type PickerGroup } from "../../dist/picker/index.js";
import { need } from "./dom.js";
import type { Finder } from "./finder.js";
import type { PageStore } from "./room.js";
import type { Transcript, Writer } from "./transcript.js";
import { count } from "./words.js";

export function filterByDesk(store: PageStore, finder: Finder): void {
  const picker = need("desk-filter", BackreadPicker);
  const choose = onChoice(picker, (id) => {
    const { room } = store.state;
    const conversation = id === null || room === null ? null : room.transcript.conversation(id);
    finder.filter({ conversation });
  });
  store.follow(["room"], ({ room }) => {
    picker.clear();
    choose(null);
    picker.groups = room === null ? [] : [deskGroup(room.transcript)];
  });
}

/** Returns what chooses an author from elsewhere. */
export function filterByAuthor(
  store: PageStore,
  finder: Finder,
): (author: string, label: string) => void {
  const picker = need("author-filter", BackreadPicker);
  const choose = onChoice(picker, (author) => finder.filter({ author }));
  store.follow(["room"], ({ room }) => {
    picker.clear();
    choose(null);
    picker.groups = room === null ? [] : writerGroups(room.transcript);
  });
  return (id, label) => {
    const group = picker.groups.find(
      (each) => "candidates" in each && each.candidates.some((candidate) => candidate.id === id),
    );
    picker.selection = { group: group?.id ?? "", id, label };
    choose(id);
  };
}

/**
 * Calls with the id that is chosen, and with null once it no longer is. Returns what tells of a choice
 * that was not made in the picker.
 */
export function onChoice(
  picker: BackreadPicker,
  react: (id: string | null) => void,
): (id: string | null) => void {
  let chosen: string | null = null;
  const tell = (id: string | null): void => {
    if (id === chosen) return;
    chosen = id;
    react(id);
  };
  picker.addEventListener("backread-select", ({ detail }) => tell(detail.id));
  picker.addEventListener("backread-query", () => tell(picker.selection?.id ?? null));
  return tell;
}

export function deskGroup({ desks }: Transcript): PickerGroup {
  const candidates = desks.map(({ id, name, rows }) => {
    return { id, label: name, detail: count(rows.length, "row") };
  });
  return { id: "desks", heading: "Desks", candidates };
}

export function writerGroups({ writers }: Transcript): PickerGroup[] {
  const group = (id: string, heading: string, types: readonly Writer["type"][]): PickerGroup => {
    return { id, heading, candidates: writers.filter(({ type }) => types.includes(type)) };
  };
  return [
    group("agents", "Agents", ["agent"]),
    group("people", "People", ["person", "operator"]),
    group("system", "System", ["system"]),
  ].filter((each) => "candidates" in each && each.candidates.length > 0);
}
