/** Reading untrusted JSON: own properties only, and no value is taken for what it is not. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function field(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The value below a path of names; undefined where it breaks off. */
export function fieldAt(record: JsonRecord, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) {
    if (!isRecord(value)) return undefined;
    value = field(value, name);
  }
  return value;
}

/** A string, or a number's text; null for anything else. */
export function asText(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : null;
}

export function textField(record: JsonRecord, name: string): string | null {
  return asText(field(record, name));
}

/** A text that is not empty, or null. */
export function nonEmpty(record: JsonRecord, name: string): string | null {
  const text = textField(record, name);
  return text === "" ? null : text;
}

export function recordField(record: JsonRecord, name: string): JsonRecord | null {
  const value = field(record, name);
  return isRecord(value) ? value : null;
}

/** The records of an array; empty for anything else. */
export function recordsField(record: JsonRecord, name: string): JsonRecord[] {
  const value = field(record, name);
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
