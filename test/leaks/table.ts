import {
  sameNamespace,
  type Audience,
  type Linked,
  type Origin,
} from "../../dist/speakers/audience.js";
import type { Destination } from "../../dist/speakers/audience.js";

type Column = "public" | "workspace" | "shared" | "members" | "elsewhere";
type Cell = "yes" | "no" | "no guest" | "subset" | "link";

/** The table of the design, cell by cell: rows are origins, columns are destinations. */
export const TABLE: Readonly<Record<Audience["kind"] | "none", Readonly<Record<Column, Cell>>>> = {
  public: { public: "yes", workspace: "yes", shared: "yes", members: "yes", elsewhere: "yes" },
  workspace: { public: "no", workspace: "yes", shared: "no", members: "no guest", elsewhere: "no" },
  members: { public: "no", workspace: "no", shared: "no", members: "subset", elsewhere: "link" },
  none: { public: "no", workspace: "no", shared: "no", members: "no", elsewhere: "no" },
};

/** The rule of `audience.ts` once more, looked up instead of reasoned. */
export function tableAllows(
  origin: Origin | null,
  destination: Destination,
  linked: Linked = () => false,
): boolean {
  const from = origin?.audience;
  const to = destination.audience;
  if (readersOf(to)?.length === 0) return false;
  if (origin?.conversationOnly === true && origin.conversation !== destination.conversation)
    return false;
  switch (TABLE[from?.kind ?? "none"][columnOf(from, to)]) {
    case "yes":
      return true;
    case "no":
      return false;
    case "no guest":
      return isInside(to);
    case "subset":
      return readersOf(to)!.every((reader) => readersOf(from!)!.includes(reader));
    case "link":
      return origin?.conversationOnly !== true && linkedAlone(from!, to, linked);
  }
}

function columnOf(from: Audience | undefined, to: Audience): Column {
  if (to.kind === "public") return "public";
  if (from !== undefined && from.kind !== "public" && !sameNamespace(from.namespace, to.namespace))
    return "elsewhere";
  if (to.kind === "members") return "members";
  return isInside(to) ? "workspace" : "shared";
}

function isInside(audience: Audience): boolean {
  return audience.kind !== "public" && audience.external !== true;
}

function readersOf(audience: Audience): readonly string[] | undefined {
  return audience.kind === "members" ? audience.readers : undefined;
}

/** One person's direct conversation here, and one there, and the two accounts are linked. */
function linkedAlone(from: Audience, to: Audience, linked: Linked): boolean {
  const ends = [from, to].flatMap((audience) =>
    audience.kind === "members" && audience.direct === true && audience.readers.length === 1
      ? audience.readers.map((id) => ({ namespace: audience.namespace, id }))
      : [],
  );
  const [here, there] = ends;
  return here !== undefined && there !== undefined && ends.length === 2 && linked(here, there);
}
