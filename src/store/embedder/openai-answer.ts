import { EmbedderError } from "../../model/store-errors.js";

/** What was asked for. */
export interface Expected {
  readonly count: number;
  readonly dimensions: number;
}

/**
 * The vectors of `{data: [{index, embedding}]}`, in the order of the texts. Errors: `EmbedderError`
 * for an answer that is no such JSON, or that leaves a text without a vector.
 */
export function readVectors(
  bytes: Uint8Array,
  { count, dimensions }: Expected,
): readonly Float32Array[] {
  const data = field(parse(bytes), "data");
  if (!Array.isArray(data) || data.length !== count)
    throw malformed(`the answer has not ${count} vectors`);
  const vectors = new Map<unknown, Float32Array>(
    data.map((item) => [field(item, "index"), toVector(field(item, "embedding"), dimensions)]),
  );
  return Array.from({ length: count }, (_, index) => {
    const vector = vectors.get(index);
    if (vector === undefined) throw malformed("the answer leaves a text without a vector");
    return vector;
  });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw malformed("the answer is no JSON");
  }
}

function toVector(value: unknown, dimensions: number): Float32Array {
  if (!Array.isArray(value) || value.length !== dimensions)
    throw malformed(`the answer's vectors are not of ${dimensions} numbers`);
  const numbers: readonly unknown[] = value;
  return Float32Array.from(numbers, (number) => {
    if (typeof number !== "number" || !Number.isFinite(Math.fround(number)))
      throw malformed("a vector of the answer holds no number");
    return number;
  });
}

/** What the value itself holds; an inherited key was not sent. */
function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function malformed(reason: string): EmbedderError {
  return EmbedderError.of("malformed", reason);
}
