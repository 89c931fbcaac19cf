import type * as admin from "../wire/admin.js";
import type * as operators from "../wire/operators.js";
import type * as stored from "../wire/store.js";
import type * as outputs from "../wire/commands.js";
import type { Io } from "./io.js";
import { printableJson } from "./printable.js";

type All = typeof outputs & typeof stored & typeof admin & typeof operators;
type Outputs = Pick<All, Extract<keyof All, `${string}Output`>>;

/** Prints a command's answer in its wire form, on one line. */
export async function printJson<Name extends keyof Outputs>(
  { out }: Io,
  form: Name,
  value: Parameters<Outputs[Name]["encode"]>[0],
): Promise<void> {
  // The codecs bring a package with them that text output has no use for.
  const codecs = {
    ...(await import("../wire/commands.js")),
    ...(await import("../wire/store.js")),
    ...(await import("../wire/admin.js")),
    ...(await import("../wire/operators.js")),
  };
  const codec: { encode(value: unknown): unknown } = codecs[form];
  out.write(`${printableJson(codec.encode(value))}\n`);
}
