import { parseArgs } from "node:util";
import type { Sequence } from "../model/message.js";
import { isOption, optionForm, OPTION_NAMES, type OptionName } from "./options.js";
import { UsageError } from "./usage-error.js";

/** The arguments of one command; every value is checked when it is asked for. */
export interface Args {
  readonly positionals: readonly string[];
  readonly given: ReadonlyMap<OptionName, string>;
}

const TYPES = Object.fromEntries(
  OPTION_NAMES.map((name) => [
    name,
    { type: optionForm(name).value === undefined ? "boolean" : "string" } as const,
  ]),
);

/** Throws `UsageError` for an option that the command has not, or that is given wrongly. */
export function readArgs(argv: readonly string[], allowed: readonly OptionName[]): Args {
  const { tokens, positionals } = parseArgs({
    args: [...argv],
    options: { ...TYPES, h: { type: "boolean" } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<OptionName, string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const name = optionName(token.name === "h" ? "help" : token.name, token.rawName, allowed);
    if (given.has(name)) throw new UsageError(`${token.rawName} is given twice`);
    given.set(name, optionValue(name, token));
  }
  return { positionals, given };
}

function optionName(name: string, rawName: string, allowed: readonly OptionName[]): OptionName {
  if (isOption(name) && allowed.includes(name)) return name;
  const near = allowed.find((each) => each.startsWith(name) || name.startsWith(each));
  const advice =
    near === undefined
      ? "see --help; text that begins with - stands after --"
      : `did you mean --${near}?`;
  throw new UsageError(`no option ${rawName} here`, advice);
}

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function optionValue(name: OptionName, { rawName, value, inlineValue }: OptionToken): string {
  const form = optionForm(name).value;
  if (form === undefined) {
    if (value === undefined) return "";
    throw new UsageError(`${rawName} takes no value`);
  }
  const missing = value === undefined || (inlineValue !== true && /^-./.test(value));
  if (missing) throw new UsageError(`${rawName} needs a value`, `write ${rawName}=${form}`);
  return value;
}

export function has(args: Args, name: OptionName): boolean {
  return args.given.has(name);
}

export function text(args: Args, name: OptionName): string | null {
  return args.given.get(name) ?? null;
}

/** A whole number of at least 1; null when it is not given. */
export function count(args: Args, name: OptionName): number | null {
  const value = text(args, name);
  if (value === null) return null;
  if (/^[0-9]+$/.test(value) && Number(value) >= 1 && Number.isSafeInteger(Number(value)))
    return Number(value);
  throw new UsageError(`--${name} must be a whole number of at least 1, not "${value}"`);
}

/** A row's number, with or without the `^` that output shows it with. */
export function sequence(args: Args, name: OptionName): Sequence | null {
  const value = text(args, name);
  if (value === null) return null;
  const digits = value.startsWith("^") ? value.slice(1) : value;
  if (/^[0-9]+$/.test(digits) && Number.isSafeInteger(Number(digits))) return Number(digits);
  throw new UsageError(`--${name} must be the number of a row, not "${value}"`);
}

/** A value out of a few; null when it is not given. */
export function choice<Choice extends string>(
  args: Args,
  name: OptionName,
  choices: readonly Choice[],
): Choice | null {
  const value = text(args, name);
  if (value === null) return null;
  const chosen = choices.find((each) => each === value);
  if (chosen !== undefined) return chosen;
  throw new UsageError(`--${name} must be one of ${choices.join(", ")}, not "${value}"`);
}

/** Exactly the positional arguments that are named. */
export function positionals<const Names extends readonly string[]>(
  args: Args,
  names: Names,
): { readonly [Index in keyof Names]: string } {
  const missing = names[args.positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`, "see --help");
  const extra = args.positionals[names.length];
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one argument too many`, "quote what has spaces in it");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as many as there are names
  return args.positionals as unknown as { readonly [Index in keyof Names]: string };
}
