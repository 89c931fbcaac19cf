import type { SpeakerScope } from "../../dist/speakers/config/speaker-config.js";
import type { Oracle, RowState } from "./oracle.js";
import { labelToken, roomKey, type Reader } from "./world.js";

/** A row that somebody said, and not the agent. */
export function isSpoken({ sources, memory }: RowState): boolean {
  return sources === null && !memory;
}

export function actorOf({ room, by }: RowState): string {
  return `actor:${room.connector.type}:${by}`;
}

/** The actor that a row's author counts as. */
export function headOf(oracle: Oracle, row: RowState): string {
  return oracle.headOf(actorOf(row));
}

/** The rows of some accounts, and of whoever counts as one with one of them that ever spoke. */
export function withMerged(
  oracle: Oracle,
  isTheirs: (row: RowState) => boolean,
): (row: RowState) => boolean {
  const own = [...oracle.rows.values()].filter((row) => isSpoken(row) && isTheirs(row));
  const actors = new Set(own.flatMap((row) => oracle.mergedWith(actorOf(row))));
  return (row) => isSpoken(row) && (isTheirs(row) || actors.has(actorOf(row)));
}

/** Whom a roster has to name, who spoke last first, and the labels that a handle may be made of. */
export interface Participant {
  readonly actorId: string;
  readonly name: string;
  readonly labels: readonly string[];
}

/** The roster of a place, by the books of the script alone. */
export function participants(
  oracle: Oracle,
  reader: Reader,
  { visible, scope }: { readonly visible: ReadonlySet<string>; readonly scope: SpeakerScope },
): readonly Participant[] {
  const arrived = [...visible]
    .map((name) => oracle.row(name))
    .filter((row) => isSpoken(row) && roomKey(row.room) === roomKey(reader.room));
  const found = new Map<string, Participant>();
  for (const row of arrived.toReversed()) {
    const actorId = headOf(oracle, row);
    if (found.has(actorId) || !isInRoster(oracle, reader, { row, scope })) continue;
    const theirs = arrived.filter((other) => headOf(oracle, other) === actorId);
    const labels = theirs.map(({ name }) => labelToken(name));
    found.set(actorId, { actorId, name: labelToken(row.name), labels });
  }
  return [...found.values()];
}

interface Placed {
  readonly row: RowState;
  readonly scope: SpeakerScope;
}

/** A guild is many channels; another conversation has them where its reader names one. */
function isInRoster(oracle: Oracle, reader: Reader, { row, scope }: Placed): boolean {
  const { channel = "" } = reader;
  const guild = isGuild(oracle, reader);
  if (scope === "conversation") return !guild || (channel !== "" && row.channel !== "");
  return (!guild && channel === "") || row.channel === channel;
}

/** Whether a search for a speaker may look at a row; null where it may look at none. */
export function searched(
  oracle: Oracle,
  reader: Reader,
  scope: SpeakerScope,
): ((row: RowState) => boolean) | null {
  const { channel = "" } = reader;
  const guild = isGuild(oracle, reader);
  const here = oracle.conversation(reader.room);
  if (scope === "channel")
    return (row) =>
      oracle.conversation(row.room) === here &&
      roomKey(row.room) === roomKey(reader.room) &&
      ((!guild && channel === "") || row.channel === channel);
  if (guild && channel === "") return null;
  return (row) => oracle.conversation(row.room) === here && (!guild || isOpen(row));
}

function isOpen({ channel, room }: RowState): boolean {
  return channel !== "" && room.kind !== "dm" && room.kind !== "group_dm";
}

function isGuild(oracle: Oracle, { room }: Reader): boolean {
  const [, , kind] = JSON.parse(oracle.conversation(room)) as readonly string[];
  return kind === "guild";
}
