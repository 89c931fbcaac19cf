/** Puts a picker's question to its groups: lists are ranked here and now, sources are waited for. */
import type { Core } from "../core/core.js";
import { isBlank } from "../core/white-space.js";
import { InvalidArgumentError } from "../model/errors.js";
import { CandidateList } from "./candidate-list.js";
import {
  limitOf,
  type PickerGroup,
  type PickerItem,
  type PreparedGroup,
  type SourceGroup,
} from "./group.js";
import type { Answer } from "./group-state.js";
import { optionsOf, type OptionList } from "./option.js";
import { PreparedList } from "./prepared-list.js";

export interface AskerHost {
  /** The core, or a promise of it until it is there. */
  core(): Core | Promise<Core>;
  answer(answer: Answer): void;
  fail(request: number, group: string, error: unknown): void;
}

export class Asker {
  readonly #host: AskerHost;
  #groups: readonly PickerGroup[] = [];
  #lists: ReadonlyMap<string, CandidateList> = new Map();
  #prepared: ReadonlyMap<string, PreparedList> = new Map();
  #asked = new AbortController();

  constructor(host: AskerHost) {
    this.#host = host;
  }

  get groups(): readonly PickerGroup[] {
    return this.#groups;
  }

  /** Lists of the same identity stay packed. */
  set groups(groups: readonly PickerGroup[]) {
    const lists = new Map<string, CandidateList>();
    for (const group of groups) {
      if (!("candidates" in group)) continue;
      const held = this.#lists.get(group.id);
      const same = held?.candidates === group.candidates;
      lists.set(group.id, same ? held : new CandidateList(group.candidates));
    }
    for (const [id, list] of this.#lists) if (lists.get(id) !== list) list.close();
    this.#groups = groups;
    this.#lists = lists;
    this.#prepared = this.#preparedOf(groups);
  }

  /** Gives up the question before and asks every group this one. */
  ask(query: string, request: number): void {
    this.stop();
    const { signal } = this.#asked;
    for (const group of this.#groups) {
      const attempt = (): Promise<void> | void => this.#askGroup(group, query, request, signal);
      this.#guard(request, group.id, attempt);
    }
  }

  stop(): void {
    this.#asked.abort();
    this.#asked = new AbortController();
  }

  /** Packs what is not yet packed, one list to a task, so that the first key need not wait for it. */
  async prepare(): Promise<void> {
    for (const [id, list] of this.#lists) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const core = await this.#host.core();
      if (this.#lists.get(id) === list) list.prepare(core);
    }
    for (const list of this.#prepared.values()) await list.prepare();
  }

  #preparedOf(groups: readonly PickerGroup[]): ReadonlyMap<string, PreparedList> {
    const lists = new Map<string, PreparedList>();
    for (const group of groups) {
      if (!("prepared" in group)) continue;
      const held = this.#prepared.get(group.id);
      const same = held?.prepared === group.prepared;
      lists.set(group.id, same ? held : new PreparedList(group.prepared));
    }
    return lists;
  }

  #askGroup(
    group: PickerGroup,
    query: string,
    request: number,
    signal: AbortSignal,
  ): Promise<void> | void {
    if ("source" in group) return this.#askSource(group, query, request, signal);
    if ("prepared" in group) return this.#askPrepared(group, query, request, signal);
    const list = this.#lists.get(group.id);
    if (list === undefined) return;
    if (isBlank(query)) return this.#list(group, request, list.listing());
    const core = this.#host.core();
    const rank = (core: Core): void => {
      if (signal.aborted) return;
      this.#host.answer({ request, group: group.id, ...list.rank(core, query, limitOf(group)) });
    };
    return core instanceof Promise ? core.then(rank) : rank(core);
  }

  #askPrepared(
    group: PreparedGroup,
    query: string,
    request: number,
    signal: AbortSignal,
  ): Promise<void> | void {
    const list = this.#prepared.get(group.id);
    if (list === undefined) return;
    if (isBlank(query)) return this.#list(group, request, list.listing());
    const question = { query, signal, limit: limitOf(group) };
    return list
      .rank(question, () => this.#host.core())
      .then((ranked) => {
        if (ranked !== null) this.#host.answer({ request, group: group.id, ...ranked });
      });
  }

  /** An empty box shows everything. */
  #list({ id: group }: PickerGroup, request: number, options: OptionList): void {
    this.#host.answer({ request, group, options, more: false });
  }

  async #askSource(
    group: SourceGroup,
    query: string,
    request: number,
    signal: AbortSignal,
  ): Promise<void> {
    const limit = limitOf(group);
    const items = await group.source(query, { signal, limit });
    if (signal.aborted) return;
    checkItems(items);
    const options = optionsOf(items.slice(0, limit));
    this.#host.answer({ request, group: group.id, options, more: items.length > limit });
  }

  /** A group that fails, now or later, is reported and leaves the others alone. */
  #guard(request: number, group: string, attempt: () => Promise<void> | void): void {
    const fail = (error: unknown): void => this.#host.fail(request, group, error);
    try {
      attempt()?.catch(fail);
    } catch (error) {
      fail(error);
    }
  }
}

function checkItems(items: readonly PickerItem[]): void {
  const fits = Array.isArray(items) && items.every(isItem);
  if (!fits) throw InvalidArgumentError.of("source", "must answer with items of an id and a label");
}

function isItem(item: unknown): boolean {
  if (typeof item !== "object" || item === null || !("id" in item) || !("label" in item))
    return false;
  return typeof item.id === "string" && typeof item.label === "string";
}
