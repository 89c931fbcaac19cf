import { BackreadError } from "../../model/error-base.js";
import { reviveError } from "../../model/revive-error.js";
import { ERROR_CHARS } from "./limits.js";

/** What stands below `error` in an answer that is not 200. */
export interface HttpErrorJson {
  readonly code: string;
  readonly message: string;
  /** What the code's class holds; absent for codes of HTTP itself and for what stays private. */
  readonly data?: Readonly<Record<string, unknown>>;
}

type Kind = "number" | "number or null" | "text";

/**
 * Errors that may cross the wire, with their fields. What is not listed stays behind: a host's own
 * error may quote addresses, queries or rows.
 */
const PUBLIC: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  closed: { what: "text" },
  cursor_after_oldest: { nextBefore: "number", oldest: "number" },
  cursor_did_not_advance: { before: "number", nextBefore: "number" },
  duplicate_sequence: { sequence: "number" },
  empty_page_cursor: { nextBefore: "number" },
  invalid_argument: { argument: "text", reason: "text" },
  malformed_page: { reason: "text" },
  malformed_row: { at: "number", line: "number or null", reason: "text" },
  page_not_descending: { previous: "number", next: "number" },
  page_out_of_range: { sequence: "number", before: "number" },
  page_too_large: { requested: "number", actual: "number" },
  row_out_of_order: { at: "number", previous: "number", sequence: "number" },
  source_changed: { change: "text" },
};

/** The public form of whatever a log threw: never a stack, a cause, or a stranger's message. */
export function encodeError(error: unknown): HttpErrorJson {
  if (error instanceof BackreadError) {
    const data = publicData(error.code, error.data);
    if (data !== null) return { code: error.code, message: shorten(error.message), data };
  }
  return { code: "read_failed", message: "session log read failed" };
}

/** The typed error that the answer stands for; null when it is none of ours or does not fit. */
export function decodeError({ code, message, data }: HttpErrorJson): BackreadError | null {
  const fitting = publicData(code, data);
  if (fitting === null) return null;
  return reviveError({ name: code, code, message: shorten(message), data: fitting });
}

/** Reads `{error: {code, message}}`; null for anything else. */
export function readErrorJson(value: unknown): HttpErrorJson | null {
  const error = field(value, "error");
  const code = field(error, "code");
  const message = field(error, "message");
  if (typeof code !== "string" || typeof message !== "string") return null;
  const data = field(error, "data");
  const texts = { code: shorten(code), message: shorten(message) };
  return isRecord(data) ? { ...texts, data } : texts;
}

function publicData(code: string, data: unknown): Record<string, unknown> | null {
  const fields = Object.hasOwn(PUBLIC, code) ? PUBLIC[code] : undefined;
  if (fields === undefined) return null;
  const entries = Object.entries(fields).map(([key, kind]) => [key, fit(field(data, key), kind)]);
  const fitting = entries.every(([, value]) => value !== undefined);
  return fitting ? Object.fromEntries(entries) : null;
}

function fit(value: unknown, kind: Kind): unknown {
  if (kind === "text") return typeof value === "string" ? shorten(value) : undefined;
  if (kind === "number or null" && value === null) return null;
  return typeof value === "number" ? value : undefined;
}

/** What the object itself holds; an inherited key was not sent. */
function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function shorten(text: string): string {
  return text.length > ERROR_CHARS ? `${text.slice(0, ERROR_CHARS)}…` : text;
}
