import type { Author, Sequence } from "../model/message.js";
import { service, speaker, timeSource, type Draft } from "./draft.js";
import { asText, fieldAt, isRecord } from "./fields.js";
import type { FieldMap, MapField } from "./field-map.js";
import { kept, skipped, type IssueItem } from "./item.js";
import type { RawRow } from "./raw-rows.js";
import { microsOf } from "./time.js";

/** A row read through a map. */
export interface MappedRow {
  readonly type: "mapped";
  readonly draft: Draft;
  /** The source's own number; null where it has none that fits. */
  readonly sequence: Sequence | null;
}

/** Reads one row; a row without text where the map says that text is cannot be a message. */
export function* mapRow({ value, where }: RawRow, map: FieldMap): Generator<MappedRow | IssueItem> {
  if (!isRecord(value)) {
    yield skipped(where, "malformed", "the row is not an object");
    return;
  }
  const get = (field: MapField): unknown => {
    const path = map[field];
    return path === undefined ? undefined : fieldAt(value, path);
  };
  const content = asText(get("content"));
  if (content === null) {
    yield skipped(where, "malformed", "no text where the map says content is");
    return;
  }
  const author = authorOf(get);
  if (author === null)
    yield kept(where, "unknown_author_type", "the author's type is none that is known: a person");
  const sequence = sequenceOf(get("sequence"));
  if (map.sequence !== undefined && sequence === null)
    yield kept(where, "unusable_sequence", "no whole number up to 2^53-1: numbered after the last");
  const own = map.sequence === undefined ? null : asText(get("sequence"));
  const at = asText(get("at"));
  const draft = {
    where,
    micros: at === null ? null : microsOf(at),
    chatId: asText(get("chat_id")),
    author: author ?? person(get),
    content,
    at,
    // A number too large to be a sequence is an id all the same.
    sourceId: idOf(get("source_id")) ?? (sequence === null ? own : null),
    ...(map.parent === undefined ? {} : { key: idOf(get("source_id")) ?? own }),
    replyTo: idOf(get("parent")),
    source: timeSource(at),
  };
  yield { type: "mapped", draft, sequence };
}

type Get = (field: MapField) => unknown;

function person(get: Get): Author {
  return speaker("person", asText(get("author.id")) ?? "", asText(get("author.label")));
}

/** Null for a type that is not known. */
function authorOf(get: Get): Author | null {
  const id = asText(get("author.id")) ?? "";
  const label = asText(get("author.label"));
  const type = get("author.type");
  switch (typeof type === "string" ? type.toLowerCase() : type) {
    case undefined:
    case null:
    case false:
    case "person":
    case "user":
    case "human":
      return person(get);
    case true:
    case "agent":
    case "bot":
    case "assistant":
      return speaker("agent", id, label);
    case "system":
      return service(id === "" ? "system" : id, label);
    case "operator":
      return { type: "operator" };
    default:
      return null;
  }
}

function idOf(value: unknown): string | null {
  const text = asText(value);
  return text === "" ? null : text;
}

function sequenceOf(value: unknown): Sequence | null {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : null;
}
