import { CONVERSATION_KINDS } from "../../model/conversation-ref.js";
import type { Account } from "../../store/store-port.js";
import type { ConversationRef, Perspective } from "../../store/port.js";
import type { Namespace } from "../../speakers/audience.js";
import { UsageError } from "../usage-error.js";

/**
 * `TYPE/NAME/KIND/ID`, each segment percent-encoded where it holds a slash or a percent sign. A
 * `direct` is a `dm`.
 */
export function readRoom(option: string, value: string): ConversationRef {
  const [type = "", name = "", word = "", id = ""] = segments(option, value, 4);
  const kind = word === "direct" ? "dm" : CONVERSATION_KINDS.find((each) => each === word);
  if (kind === undefined)
    throw new UsageError(
      `${option}: "${word}" is no kind of room`,
      `there are ${CONVERSATION_KINDS.join(", ")}`,
    );
  return { connector: { type, name }, kind, id };
}

/** `TYPE/NAME/ID`. */
export function readAccount(option: string, value: string): Account {
  const [type = "", name = "", id = ""] = segments(option, value, 3);
  return { namespace: { type, name }, id };
}

/** `TYPE/NAME`. */
export function readConnector(option: string, value: string): Namespace {
  const [type = "", name = ""] = segments(option, value, 2);
  return { type, name };
}

/** `TENANT/AGENT`; an empty tenant is a tenant like any other. */
export function readPerspective(option: string, value: string): Perspective {
  const parts = value.split("/").map((part) => decoded(option, part));
  const [tenant, agent] = parts;
  if (parts.length !== 2 || tenant === undefined || agent === undefined || agent === "")
    throw new UsageError(`${option} must be TENANT/AGENT, not "${value}"`);
  return { tenant, agent };
}

/** As it would be typed. */
export function spellRoom({ connector, kind, id }: ConversationRef): string {
  return [connector.type, connector.name, kind, id].map((part) => encoded(part)).join("/");
}

function segments(option: string, value: string, count: number): string[] {
  const parts = value.split("/").map((part) => decoded(option, part));
  if (parts.length === count && parts.every((part) => part !== "")) return parts;
  const form = ["TYPE", "NAME", ...(count === 4 ? ["KIND", "ID"] : count === 3 ? ["ID"] : [])];
  throw new UsageError(
    `${option} must be ${form.join("/")}, not "${value}"`,
    "a slash inside a part is written %2F",
  );
}

function decoded(option: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UsageError(`${option}: "${part}" is not percent-encoded`, "a percent sign is %25");
  }
}

function encoded(part: string): string {
  return part.replace(/[%/\s]/g, (character) => encodeURIComponent(character));
}
