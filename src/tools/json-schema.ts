import { z } from "zod";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords of a property that strict function calling takes. */
const STRICT_KEYWORDS: ReadonlySet<string> = new Set([
  "type",
  "description",
  "enum",
  "minimum",
  "maximum",
]);

/** The JSON Schema of a tool's arguments or answer, without a `$schema` of its own. */
export function plainSchema(schema: z.ZodType, io: "input" | "output" = "input"): JsonSchema {
  const { $schema: _, "~standard": __, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/**
 * The form that strict function calling asks for: every argument required, those that may be left out
 * nullable, and no others.
 */
export function strictSchema(schema: z.ZodType): JsonSchema {
  const { properties, required } = plainSchema(schema);
  const needed = new Set(Array.isArray(required) ? required : []);
  const entries = Object.entries(isRecord(properties) ? properties : {});
  const strict = entries.map(([name, property]) => {
    const kept = strictProperty(isRecord(property) ? property : {});
    return [name, needed.has(name) ? kept : nullable(kept)] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(strict),
    required: entries.map(([name]) => name),
    additionalProperties: false,
  };
}

function strictProperty(property: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(property).filter(([key]) => STRICT_KEYWORDS.has(key)));
}

function nullable(property: JsonSchema): JsonSchema {
  const { type, enum: values } = property;
  return {
    ...property,
    type: [type, "null"],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
