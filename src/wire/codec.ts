import { z } from "zod";
import { BackreadError } from "../model/error-base.js";

/** A JSON value that does not have the form asked for. `issues` name each place and what is wrong. */
export class InvalidWireError extends BackreadError<{
  readonly form: string;
  readonly issues: readonly { readonly path: string; readonly reason: string }[];
}> {
  readonly code = "invalid_wire";
}

/** Reads and writes one wire form: snake_case JSON outside, the model's nouns inside. */
export interface WireCodec<Value> {
  readonly name: string;
  /** Input is the wire form, output the model's; `z.toJSONSchema(schema, {io: "input"})` describes it. */
  readonly schema: z.ZodType<Value>;
  /** Throws `InvalidWireError`. Keys that the form does not name are left out. */
  decode(json: unknown): Value;
  /** JSON-ready. */
  encode(value: Value): unknown;
}

/** A codec of a schema whose input is the wire form. */
export function wireCodec<Value>(name: string, schema: z.ZodType<Value>): WireCodec<Value> {
  return {
    name,
    schema,
    decode(json) {
      const result = z.safeDecode<z.ZodType<Value>>(schema, json);
      if (result.success) return result.data;
      const issues = result.error.issues.map(({ path, message }) => {
        return { path: path.join("."), reason: message };
      });
      const first = issues[0];
      const where = first === undefined ? "" : `: ${first.path || "it"}: ${first.reason}`;
      throw new InvalidWireError(`not a ${name}${where}`, { form: name, issues });
    },
    encode: (value) => z.encode(schema, value),
  };
}

type Fields<Value> = { readonly [Name in keyof Value]-?: z.ZodType<Value[Name]> };

/** An object whose keys are camelCase inside and snake_case on the wire, field by field. */
export function record<Value extends object>(fields: Fields<Value>): z.ZodType<Value> {
  const names = Object.keys(fields);
  const outer = new Map(names.map((name) => [name, snakeCase(name)]));
  const inner = new Map(names.map((name) => [snakeCase(name), name]));
  const shape = Object.fromEntries(
    Object.entries<z.ZodType>(fields).map(([name, field]) => [snakeCase(name), field]),
  );
  const renamed = z.codec(z.object(shape), z.custom<Record<string, unknown>>(isObject), {
    decode: (wire) => renameKeys(wire, inner),
    encode: (value) => renameKeys(value, outer),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Fields` ties each name to its type
  return renamed as unknown as z.ZodType<Value>;
}

/** Keeps an optional field that is absent from being renamed as if it were there. */
function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function renameKeys(
  value: Readonly<Record<string, unknown>>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [from, to] of names) if (Object.hasOwn(value, from)) out[to] = value[from];
  return out;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
