/** The rooms of an export and the names of its people, gathered while its rows go by. */
import { spellRoom } from "../../../dist/cli/store/names.js";
import type { AddressedEvent } from "../../../dist/cli/store/import-events.js";
import type { MessageSource } from "../../../dist/import/index.js";
import type { Audience } from "../../../dist/speakers/index.js";
import type { ConversationKind, ConversationRef, Store } from "../../../dist/store/index.js";
import type { Readers, ReadRoom } from "./protocol.js";

export interface Rooms {
  readonly rooms: readonly ReadRoom[];
  /** Rooms of which the store was never told who reads there. */
  readonly unread: number;
}

const ORDER: readonly ConversationKind[] = ["dm", "group_dm", "group", "channel", "guild"];

export class RoomBook {
  readonly #rooms = new Map<string, { readonly ref: ConversationRef; name: string }>();
  readonly #names = new Map<string, string>();

  add({ conversation, event }: AddressedEvent, source: MessageSource | undefined): void {
    const { author } = event;
    if (author.type !== "operator" && author.type !== "system" && author.label !== "")
      this.#names.set(author.id, author.label);
    this.#rooms.set(spellRoom(conversation), {
      ref: conversation,
      name: source?.chatName ?? conversation.id,
    });
  }

  /** With their readers as the store holds them. */
  async readIn(store: Pick<Store, "audienceOf">): Promise<Rooms> {
    const rooms: ReadRoom[] = [];
    let unread = 0;
    for (const [key, { ref, name }] of this.#rooms) {
      const audience = await store.audienceOf(ref);
      if (audience === null) unread++;
      else {
        const readers = this.#readersOf(audience);
        rooms.push({ key, ref, kind: ref.kind, readers, name: titleOf(ref, name, readers) });
      }
    }
    rooms.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
    return { rooms, unread };
  }

  #readersOf(audience: Audience): Readers {
    if (audience.kind !== "members") return { kind: audience.kind };
    const { name } = audience.namespace;
    const names = audience.readers.map((id) => this.#names.get(id) ?? unqualified(id, name));
    return {
      kind: "members",
      names: names.sort((a, b) => a.localeCompare(b, "en")),
      guests: audience.external === true,
    };
  }
}

/** A conversation of two or a few has no name but its people's. */
function titleOf({ kind }: ConversationRef, name: string, readers: Readers): string {
  const direct = kind === "dm" || kind === "group_dm";
  const people = direct && readers.kind === "members" ? readers.names.join(", ") : "";
  return people === "" ? name : people;
}

/** As the export has it, for somebody whose name no row gives. */
function unqualified(id: string, workspace: string): string {
  return id.startsWith(`${workspace}:`) ? id.slice(workspace.length + 1) : id;
}
