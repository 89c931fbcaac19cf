/** Runs the fold: takes events in, asks the groups, and says what came of it. No DOM. */
import { Asker, type AskerHost } from "./asker.js";
import type { PickerGroup } from "./group.js";
import {
  INITIAL_STATE,
  questionOf,
  reduce,
  type Choice,
  type PickerEvent,
  type PickerState,
} from "./state.js";

export interface MachineHost extends Pick<AskerHost, "core"> {
  /** The state has changed, perhaps by several events at once. */
  render(state: PickerState): void;
  queried(text: string): void;
  chosen(choice: Choice): void;
  /** A group could not answer; the list says so too. */
  failed(group: string, error: unknown): void;
}

export class PickerMachine {
  readonly #host: MachineHost;
  readonly #asker: Asker;
  readonly #queue: PickerEvent[] = [];
  readonly #effects: (() => void)[] = [];
  #state = INITIAL_STATE;
  #running = false;

  constructor(host: MachineHost) {
    this.#host = host;
    this.#asker = new Asker({
      core: () => host.core(),
      answer: (answer) => this.send({ type: "answer", answer }),
      fail: (request, group, error) => this.#fail(request, group, error),
    });
  }

  get state(): PickerState {
    return this.#state;
  }

  get groups(): readonly PickerGroup[] {
    return this.#asker.groups;
  }

  set groups(groups: readonly PickerGroup[]) {
    this.#asker.groups = groups;
    this.send({ type: "groups", groups: groups.map(({ id, heading }) => ({ id, heading })) });
  }

  /** Packs the lists before they are asked. */
  prepare(): Promise<void> {
    return this.#asker.prepare();
  }

  /** Events that follow from an event are taken before anything is drawn or told. */
  send(...events: PickerEvent[]): void {
    this.#queue.push(...events);
    if (this.#running) return;
    this.#running = true;
    const before = this.#state;
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift())
        this.#take(next);
    } finally {
      this.#running = false;
    }
    if (this.#state !== before) this.#host.render(this.#state);
    for (const effect of this.#effects.splice(0)) effect();
  }

  #take(event: PickerEvent): void {
    const before = this.#state;
    const state = reduce(before, event);
    this.#state = state;
    if (state.request !== before.request) {
      if (state.open) this.#asker.ask(questionOf(state), state.request);
      else this.#asker.stop();
    }
    const { text, choice } = state;
    if (choice !== null && choice !== before.choice)
      this.#effects.push(() => this.#host.chosen(choice));
    else if (text !== before.text && event.type !== "select")
      this.#effects.push(() => this.#host.queried(text));
  }

  #fail(request: number, group: string, error: unknown): void {
    // A question given up mostly fails, and nobody is waiting for it.
    if (request !== this.#state.request) return;
    const problem = error instanceof Error ? error.message : String(error);
    this.#effects.push(() => this.#host.failed(group, error));
    this.send({ type: "failure", request, group, problem });
  }
}
