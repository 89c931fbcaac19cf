/** One value that many views follow. */
export class Store<State extends object> {
  #state: State;
  readonly #followers = new Set<(state: State, before: State) => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  set(change: Partial<State>): void {
    const before = this.#state;
    this.#state = { ...before, ...change };
    for (const follow of this.#followers) follow(this.#state, before);
  }

  /** Calls when one of the named members has changed. */
  follow(members: readonly (keyof State)[], react: (state: State) => void): void {
    this.#followers.add((state, before) => {
      if (members.some((member) => state[member] !== before[member])) react(state);
    });
  }
}
