import { isGeneral } from "../log/conversation.js";
import type { Message } from "../model/message.js";
import type { Desk, Desks, Roster } from "../model/roster.js";

/**
 * Who spoke and where, gathered from rows that come newest first: the newest label of an id stands.
 * An empty id names nobody and is left out.
 */
export class RosterFold {
  readonly #agents = new Map<string, string>();
  readonly #people = new Map<string, string>();
  readonly #kinds = new Set<string>();
  readonly #declared: readonly Desk[];
  readonly #added = new Map<string, Desk>();

  /** @param declared desks that the source names, by the id that rows carry. */
  constructor(declared: readonly Desk[]) {
    this.#declared = declared;
  }

  add({ chatId, author }: Message): void {
    const id = isGeneral(chatId) ? "main" : (chatId ?? "");
    if (!this.#added.has(id))
      this.#added.set(id, { id: chatId || "main", name: chatId || "main", description: null });
    if (author.type === "operator") this.#kinds.add("operator");
    else if (author.type === "system") this.#kinds.add(author.kind);
    else {
      const named = author.type === "agent" ? this.#agents : this.#people;
      if (author.id !== "" && !named.has(author.id)) named.set(author.id, author.label);
    }
  }

  get desks(): Desks {
    return { declared: this.#declared, added: [...this.#added.values()] };
  }

  /** The desks that rows were written to, by the names that the source gives them. */
  get deskNames(): string[] {
    return Array.from(
      this.#added.values(),
      ({ id, name }) => this.#declared.find((desk) => desk.id === id)?.name ?? name,
    );
  }

  get roster(): Roster {
    return {
      members: Array.from(this.#agents, ([id, name]) => ({ id, name })),
      people: Array.from(this.#people, ([id, label]) => ({ id, label })),
      retired: [],
    };
  }

  /** Whether an author filter of this id can have met any of the rows. */
  knowsAuthor(id: string): boolean {
    return this.#agents.has(id) || this.#people.has(id) || this.#kinds.has(id);
  }

  /** Whether rows were written to the desk, under its id or its name. */
  knowsDesk(names: readonly string[]): boolean {
    return names.some((name) => this.#added.has(isGeneral(name) ? "main" : name));
  }
}
