import { audienceAllows } from "../../dist/speakers/audience.js";
import type { Database } from "../../dist/store/database.js";
import { writing, reading } from "../../dist/store/scope.js";
import { AUDIENCE_CASES } from "./cases-of-audiences.js";
import { LINEAGE_CASES } from "./cases-of-lineage.js";
import type { Ask, Case } from "./case-parts.js";
import { declarations, makeWorld, type WorldSize } from "./make-world.js";
import { Oracle } from "./oracle.js";
import { plant, type Planted } from "./plant.js";
import { eligible } from "./predicate.js";
import type { Reader, Step } from "./world.js";

/** A named question with one right answer, which is asked of a database as often as wanted. */
export interface Check {
  readonly name: string;
  prepare(database: Database): Promise<Prepared>;
}

export interface Prepared {
  /** (reader, message) pairs that one run asks about. */
  readonly pairs: number;
  /** What is wrong, a line each; none when it passes. */
  run(): Promise<readonly string[]>;
}

/** What each reader of a script sees. */
export interface Script {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly asks: readonly Ask[];
}

/** How large the generated part is. Seeds follow one another from `seed`. */
export interface Generated {
  readonly worlds: number;
  readonly seed: number;
}

const SIZE = { steps: 120, readers: 24 };

/** The named cases, then generated worlds with what the oracle makes of them. */
export function scripts(generated: Generated): readonly Script[] {
  const cases: readonly Case[] = [...AUDIENCE_CASES, ...LINEAGE_CASES];
  return [...cases, ...worldScripts(generated, SIZE)];
}

export function worldScripts({ worlds, seed }: Generated, size: WorldSize): readonly Script[] {
  return Array.from({ length: worlds }, (_, index) => {
    const { name, steps, readers } = makeWorld(seed + index, size);
    const oracle = new Oracle().play(steps);
    const asks = readers.map((from) => ({ from, sees: oracle.visibleRows(from) }));
    return { name: `generated world of ${name}`, steps, asks };
  });
}

/** The bare predicate, asked as the reader role. */
export function predicateCheck(script: Script): Check {
  return {
    name: script.name,
    prepare: async (database) => {
      const planted = await plantScript(database, script);
      return compared(script, (reader) => eligible(reading, planted, reader));
    },
  };
}

/** The same where row security does not help: a superuser writes, and deliveries are writes. */
export function writersCheck(script: Script): Check {
  return {
    name: `${script.name}, without row security`,
    prepare: async (database) => {
      const planted = await plantScript(database, script);
      return compared(script, (reader) => eligible(writing, planted, reader));
    },
  };
}

/** The pure function in the place of the table; the rest of the oracle is the same. */
export function pureDifferences(script: Script): readonly string[] {
  const oracle = new Oracle(audienceAllows).play(script.steps);
  return script.asks.flatMap(({ from, sees }) =>
    differences(from.name, new Set(sees), new Set(oracle.visibleRows(from))),
  );
}

export function pairsOf({ steps, asks }: Script): number {
  return asks.length * steps.filter((step) => step.do === "say" || step.do === "reply").length;
}

function plantScript(database: Database, { name, steps, asks }: Script): Promise<Planted> {
  const readers = asks.map(({ from }) => from);
  const world = { name, connectors: declarations(), steps, readers };
  return plant(database, world, new Oracle().play(steps));
}

function compared(
  script: Script,
  seenBy: (reader: Reader) => Promise<ReadonlySet<string>>,
): Prepared {
  const run = async (): Promise<readonly string[]> => {
    const wrong: string[] = [];
    for (const { from, sees } of script.asks)
      wrong.push(...differences(from.name, new Set(sees), await seenBy(from)));
    return wrong;
  };
  return { pairs: pairsOf(script), run };
}

function differences(
  reader: string,
  right: ReadonlySet<string>,
  found: ReadonlySet<string>,
): readonly string[] {
  const shown = [...found].filter((row) => !right.has(row));
  const missing = [...right].filter((row) => !found.has(row));
  return [
    ...shown.map((row) => `${reader} is shown ${row}`),
    ...missing.map((row) => `${reader} is not shown ${row}`),
  ];
}
