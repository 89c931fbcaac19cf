import type { MessageSource } from "../../import/item.js";
import type { Audience, Namespace } from "../../speakers/audience.js";
import type { ConversationKind } from "../../store/port.js";
import { UsageError } from "../usage-error.js";

/** Who may read rows whose export does not say. */
export type Otherwise =
  | { readonly kind: "unknown" }
  | { readonly kind: "public" }
  | { readonly kind: "workspace" }
  | { readonly kind: "members"; readonly readers: readonly string[] };

/** `public`, `workspace`, `unknown`, or ids with commas between them. */
export function readOtherwise(value: string | null): Otherwise {
  if (value === null || value === "unknown") return { kind: "unknown" };
  if (value === "public" || value === "workspace") return { kind: value };
  const readers = value.split(",").map((id) => id.trim());
  if (readers.some((id) => id === ""))
    throw new UsageError(
      `--audience "${value}" is not understood`,
      "it takes public, workspace, unknown, or ids with commas between them",
    );
  return { kind: "members", readers };
}

/** The audience of one row; null is no evidence: the row is kept and nobody finds it. */
export function audienceOf(
  source: MessageSource,
  namespace: Namespace,
  otherwise: Otherwise,
): Audience | null {
  const external = (source.guests ?? []).length > 0;
  if (source.audience === undefined) return given(namespace, otherwise);
  // Everybody of the workspace, which is not the world.
  if (source.audience === "public") return { kind: "workspace", namespace };
  const direct = source.audience === "dm";
  return members(source.readers, { namespace, external, direct });
}

/** A closed room whose members the export does not name has no known readers. */
function members(
  readers: readonly string[] | undefined,
  rest: { readonly namespace: Namespace; readonly external: boolean; readonly direct: boolean },
): Audience | null {
  return readers === undefined || readers.length === 0
    ? null
    : { kind: "members", readers, ...rest };
}

function given(namespace: Namespace, otherwise: Otherwise): Audience | null {
  if (otherwise.kind === "unknown") return null;
  if (otherwise.kind === "public") return { kind: "public" };
  if (otherwise.kind === "workspace") return { kind: "workspace", namespace };
  return { kind: "members", namespace, readers: otherwise.readers };
}

/** What kind of room a row is from, as far as the export tells. */
export function kindOf({ audience }: MessageSource): ConversationKind {
  if (audience === "dm" || audience === "group_dm") return audience;
  return audience === "private" ? "group" : "channel";
}
