import type { ConfigProblem } from "./speaker-config.js";

/** Reads one mapping of a configuration and notes everything that is wrong with it. */
export class Section {
  readonly #path: string;
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #known = new Set<string>();
  readonly #problems: ConfigProblem[];

  /** `value` as it was parsed; nothing, or null, is a section without keys. */
  constructor(path: string, value: unknown, problems: ConfigProblem[]) {
    this.#path = path;
    this.#problems = problems;
    this.#values = new Map(isMapping(value) ? Object.entries(value) : []);
    if (value !== undefined && value !== null && !isMapping(value))
      problems.push({ path, problem: "must be a mapping" });
  }

  section(key: string): Section {
    return new Section(this.#pathOf(key), this.#value(key), this.#problems);
  }

  flag(key: string, absent: boolean): boolean {
    const value = this.#value(key);
    if (value === undefined || typeof value === "boolean") return value ?? absent;
    return this.#wrong(key, "must be true or false, without quotes", absent);
  }

  /** A whole number, `least` or more. */
  count(key: string, absent: number, least: number): number {
    const value = this.#value(key);
    if (value === undefined) return absent;
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
    return this.#wrong(key, `must be a whole number, ${least} or more`, absent);
  }

  /** A model's name without the blanks around it; empty = unset. */
  model(key: string): string {
    const value = this.#value(key) ?? "";
    if (typeof value === "string") return value.trim();
    return this.#wrong(key, "must be a text", "");
  }

  choice<T extends string>(key: string, options: readonly T[], absent: T): T {
    const value = this.#value(key);
    if (value === undefined) return absent;
    const chosen = options.find((option) => option === value);
    const spelled = options.map((option) => JSON.stringify(option)).join(" or ");
    return chosen ?? this.#wrong(key, `must be ${spelled}, in quotes`, absent);
  }

  /** After everything was read. */
  end(): void {
    for (const key of this.#values.keys())
      if (!this.#known.has(key)) this.#wrong(key, "is not a known key", undefined);
  }

  #value(key: string): unknown {
    this.#known.add(key);
    return this.#values.get(key);
  }

  #wrong<T>(key: string, problem: string, instead: T): T {
    this.#problems.push({ path: this.#pathOf(key), problem });
    return instead;
  }

  #pathOf(key: string): string {
    return this.#path === "" ? key : `${this.#path}.${key}`;
  }
}

function isMapping(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
