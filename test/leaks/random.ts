/** Numbers that a seed gives again: a world that fails is made anew from the seed that is printed. */
export interface Random {
  /** 0 to `below - 1`. */
  int(below: number): number;
  chance(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Up to `count` different members, in the order of `from`. */
  some<T>(from: readonly T[], count: number): readonly T[];
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const int = (below: number): number => {
    state = (state + 0x9e37_79b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
  return {
    int,
    chance: (percent) => int(100) < percent,
    pick: (from) => present(from[int(from.length)]),
    some: (from, count) => {
      const chosen = new Set<number>();
      for (let tries = 0; tries < count; tries++) chosen.add(int(from.length));
      return from.filter((_, index) => chosen.has(index));
    },
  };
}

/** What a script or the database has to have; its absence is a fault of the test. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("something that has to be there is not");
  return value;
}
