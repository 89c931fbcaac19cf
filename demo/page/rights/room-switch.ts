/** Which room one reads in, and which is put beside it. */
import { h, need, show } from "../dom.js";
import { visible } from "../visible.js";
import type { ReadRoom, Workspace } from "./protocol.js";
import { importNotes, kindText, readersText, roomTitle } from "./words.js";

/** With more rooms than this, all of them beside each other are no comparison. */
const MOST_TOGETHER = 6;
const ALL = "all";

export class RoomSwitch {
  readonly #list = need("rights-rooms", HTMLElement);
  readonly #beside = need("rights-beside", HTMLSelectElement);
  readonly #changed: () => void;
  #rooms: readonly ReadRoom[] = [];
  #chosen: string | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.#beside.addEventListener("change", changed);
  }

  /** The rooms that are answered in, the chosen one first. */
  get shown(): readonly ReadRoom[] {
    const chosen = this.#rooms.filter(({ key }) => key === this.#chosen);
    const { value } = this.#beside;
    if (value === "" || chosen.length === 0) return chosen;
    const others = this.#rooms.filter(({ key }) => key !== this.#chosen);
    return [...chosen, ...others.filter(({ key }) => value === ALL || key === value)];
  }

  at(key: string): ReadRoom | null {
    return this.#rooms.find((room) => room.key === key) ?? null;
  }

  render(workspace: Workspace): void {
    this.#rooms = workspace.rooms;
    this.#chosen = this.#rooms[0]?.key ?? null;
    this.#list.replaceChildren(...this.#rooms.map((room) => this.#choice(room)));
    const notes = need("rights-notes", HTMLElement);
    const none = this.#rooms.length === 0 ? ["No room of it can be read in."] : [];
    notes.replaceChildren(...[...none, ...importNotes(workspace)].map((note) => h("p", {}, note)));
    this.#offerBeside("");
  }

  #choice(room: ReadRoom): HTMLElement {
    const input = h("input", { type: "radio", name: "rights-room", value: room.key });
    input.checked = room.key === this.#chosen;
    input.addEventListener("change", () => {
      const { value } = this.#beside;
      this.#chosen = room.key;
      this.#offerBeside(value === room.key ? "" : value);
      this.#changed();
    });
    return h(
      "label",
      { class: "room" },
      input,
      h(
        "span",
        { class: "room-text" },
        h("span", { class: "room-name", dir: "auto" }, ...visible(roomTitle(room))),
        h("span", { class: "room-kind" }, kindText(room)),
        h(
          "span",
          { class: "room-readers", dir: "auto" },
          "Read by ",
          h("bdi", {}, ...visible(readersText(room.readers))),
        ),
      ),
    );
  }

  #offerBeside(value: string): void {
    const others = this.#rooms.filter(({ key }) => key !== this.#chosen);
    const few = others.length > 1 && others.length < MOST_TOGETHER;
    this.#beside.replaceChildren(
      option("", "No other room"),
      ...(few ? [option(ALL, "Every other room")] : []),
      ...others.map((room) => option(room.key, `${roomTitle(room)} (${kindText(room)})`)),
    );
    this.#beside.value = value;
    show(need("rights-beside-label", HTMLElement), others.length > 0);
  }
}

function option(value: string, text: string): HTMLElement {
  return h("option", { value }, text);
}
