import type { Database } from "../../dist/store/database.js";
import { sameNamespace } from "../../dist/speakers/audience.js";
import type { Script } from "./checks.js";
import { Live } from "./live.js";
import { Oracle } from "./oracle.js";
import type { Path } from "./paths.js";
import { seeded } from "./random.js";
import { forbiddenTokens } from "./tokens.js";
import type { Reader, Step } from "./world.js";

/** Rows that are asked for one by one, of each reader of a large script. */
const ONE_BY_ONE = 6;

/** A script that was played through the store, to be asked by every path. */
export class LiveScript {
  readonly name: string;
  readonly #live: Live;
  readonly #readers: readonly Reader[];
  readonly #rows: readonly string[] | undefined;

  private constructor(
    name: string,
    live: Live,
    asked: { readonly readers: readonly Reader[]; readonly rows: readonly string[] | undefined },
  ) {
    this.name = name;
    this.#live = live;
    this.#readers = asked.readers;
    this.#rows = asked.rows;
  }

  /** `rows` are asked for one by one; some of all of them when absent. */
  static async play(
    database: Database,
    { name, steps, asks }: Script,
    rows?: readonly string[],
  ): Promise<LiveScript> {
    const live = await Live.open(database);
    const readers = asks.map(({ from }) => from).filter((reader) => hasReaders(reader));
    for (const { room } of readers) await live.openRoom(room);
    await live.play(steps);
    return new LiveScript(name, live, { readers, rows });
  }

  /** What is wrong with one path, and how many pairs it decided. */
  async ask(path: Path): Promise<{ readonly wrong: readonly string[]; readonly pairs: number }> {
    const wrong: string[] = [];
    let pairs = 0;
    for (const reader of this.#readers) {
      const told = await this.#askFrom(path, reader);
      wrong.push(...told.wrong.map((each) => `${this.name}, ${reader.name}: ${each}`));
      pairs += told.pairs;
    }
    return { wrong, pairs };
  }

  /** Whether any reader finds anything wrong. */
  async notices(path: Path): Promise<boolean> {
    for (const reader of this.#readers)
      if ((await this.#askFrom(path, reader)).wrong.length > 0) return true;
    return false;
  }

  async #askFrom(
    path: Path,
    reader: Reader,
  ): Promise<{ readonly wrong: readonly string[]; readonly pairs: number }> {
    const live = this.#live;
    const visible = new Set(live.oracle.visibleRows(reader));
    const random = seeded(visible.size + 1);
    const rows = [...live.oracle.rows.keys()];
    const some = this.#rows ?? random.some(rows, ONE_BY_ONE);
    const view = await live.view(reader);
    const told = await path.ask({ live, view, reader, visible, some, random });
    const forbidden = forbiddenTokens(live.oracle, reader, visible);
    const leaks = told.answers.flatMap((answer) => {
      const json = JSON.stringify(answer);
      return forbidden.filter((token) => json.includes(token)).map((token) => `${token} is told`);
    });
    return { wrong: [...told.wrong, ...new Set(leaks)], pairs: told.pairs };
  }
}

/** Whether an honest host could have brought it about. */
export function isPlayable({ steps }: Script): boolean {
  const oracle = new Oracle();
  return steps.every((step) => {
    const honest = isHonest(step, oracle);
    oracle.apply(step);
    return honest;
  });
}

function isHonest(step: Step, oracle: Oracle): boolean {
  if (step.do === "forge" || step.do === "touch") return false;
  if (step.do === "merge") return sameNamespace(step.from.connector, step.into.connector);
  if (step.do !== "reply" && step.do !== "remember") return true;
  const reader = { ...step, name: step.row };
  return step.sources.length > 0 && step.sources.every((row) => oracle.visible(row, reader));
}

/** A place that nobody reads cannot be bound at all. */
function hasReaders({ audience }: Reader): boolean {
  return audience.kind !== "members" || audience.readers.some((id) => id !== "bot");
}
