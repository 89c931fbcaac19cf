import type { Database } from "../../dist/store/database.js";
import { sameNamespace } from "../../dist/speakers/audience.js";
import type { Script } from "./checks.js";
import { Live } from "./live.js";
import { Oracle } from "./oracle.js";
import type { Path } from "./paths.js";
import { seeded } from "./random.js";
import { forbiddenTokens } from "./tokens.js";
import { roomKey, textToken, type Reader, type Step } from "./world.js";

/** Rows that are asked for one by one, of each reader of a large script. */
const ONE_BY_ONE = 6;

/** What one path told of a script. */
export interface Answered {
  readonly wrong: readonly string[];
  readonly pairs: number;
  /** Rows whose text, as it is now, is in an answer. */
  readonly told: ReadonlySet<string>;
}

/** A script that is played through the store, to be asked by every path. */
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
    const begun = await LiveScript.begin(database, { name, steps, asks }, rows);
    // Half of it happens after cards were built.
    const half = Math.ceil(steps.length / 2);
    await begun.playOn(steps.slice(0, half));
    await begun.buildCards();
    await begun.playOn(steps.slice(half));
    return begun;
  }

  /** The same before its first step. */
  static async begin(
    database: Database,
    { name, steps, asks }: Script,
    rows?: readonly string[],
  ): Promise<LiveScript> {
    const live = await Live.open(database);
    const readers = asks.map(({ from }) => from).filter((reader) => hasReaders(reader));
    // Where anything has arrived no alias can begin.
    const aliases = new Set(
      steps.flatMap((step) => (step.do === "alias" ? [roomKey(step.from)] : [])),
    );
    for (const { room } of readers) if (!aliases.has(roomKey(room))) await live.openRoom(room);
    return new LiveScript(name, live, { readers, rows });
  }

  async playOn(steps: readonly Step[]): Promise<void> {
    await this.#live.play(steps);
  }

  buildCards(): Promise<void> {
    return this.#live.buildCards();
  }

  /** What one path tells all readers, and what is wrong with that. */
  async ask(path: Path): Promise<Answered> {
    const wrong: string[] = [];
    const rows = new Set<string>();
    let pairs = 0;
    for (const reader of this.#present()) {
      const told = await this.#askFrom(path, reader);
      wrong.push(...told.wrong.map((each) => `${this.name}, ${reader.name}: ${each}`));
      pairs += told.pairs;
      for (const row of told.told) rows.add(row);
    }
    return { wrong, pairs, told: rows };
  }

  /** Whether any reader finds anything wrong. */
  async notices(path: Path): Promise<boolean> {
    for (const reader of this.#present())
      if ((await this.#askFrom(path, reader)).wrong.length > 0) return true;
    return false;
  }

  /** A route that is not known yet cannot be asked from. */
  #present(): readonly Reader[] {
    return this.#readers.filter(({ room }) => this.#live.knows(room));
  }

  async #askFrom(path: Path, reader: Reader): Promise<Answered> {
    const live = this.#live;
    const visible = new Set(live.oracle.visibleRows(reader));
    const random = seeded(visible.size + 1);
    const rows = [...live.oracle.rows.keys()];
    const isThere = (row: string): boolean => live.oracle.rows.has(row);
    const some = this.#rows?.filter(isThere) ?? random.some(rows, ONE_BY_ONE);
    const view = await live.view(reader);
    const told = await path.ask({ live, view, reader, visible, some, random });
    const forbidden = forbiddenTokens(live.oracle, reader, visible);
    const said = told.answers.map((answer) => JSON.stringify(answer));
    const isTold = (token: string): boolean => said.some((json) => json.includes(token));
    const leaks = forbidden.filter((token) => isTold(token)).map((token) => `${token} is told`);
    const shown = rows.filter((row) => isTold(textToken(row, live.oracle.row(row).version)));
    return { wrong: [...told.wrong, ...leaks], pairs: told.pairs, told: new Set(shown) };
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
