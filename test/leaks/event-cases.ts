import {
  alone,
  channel,
  DISCORD,
  dm,
  from,
  linked,
  members,
  PUBLIC,
  remembers,
  replies,
  room,
  says,
  workspace,
  type Spot,
} from "./case-parts.js";
import type { Script } from "./checks.js";
import type { Step } from "./world.js";

/** What changes who may read, or what there is to read. */
export const EVENT_KINDS = [
  "leave",
  "restrict",
  "join",
  "edit",
  "delete",
  "unlink",
  "mergeActors",
  "splitActor",
  "alias",
  "merge",
  "reset",
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

export function kindOf(step: Step): EventKind | undefined {
  return EVENT_KINDS.find((kind) => kind === step.do);
}

/** One event, before and after which every path is asked. */
export interface EventCase extends Script {
  readonly kind: EventKind;
  /** The event, with what arrives by it. */
  readonly event: readonly Step[];
  /** Rows that are told before and not after, or after and not before. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** Nothing goes or comes: some who are told of count as one, or do so no more. */
  readonly regroups?: true;
}

const lobby = channel("lobby", PUBLIC);
const general = channel("general", workspace());
const crew = channel("crew", members("u1", "u2"));
const annex = channel("annex", workspace());
const door = channel("door", workspace());
const club: Spot = {
  room: room("channel", "club", DISCORD),
  audience: { kind: "members", namespace: DISCORD, readers: ["u1", "u2"] },
};
const wider: Spot = {
  ...club,
  audience: { kind: "members", namespace: DISCORD, readers: ["u1", "u2", "u3"] },
};
const abroad: Spot = { room: dm("u7", DISCORD).room, audience: alone("u7", DISCORD) };
const square: Spot = { room: room("channel", "square", DISCORD), audience: PUBLIC };

/** A row of the place that is asked from, and what was made of it; and one that is never touched. */
function exchange(spot: Spot, stays: Spot): readonly Step[] {
  return [
    says("stays", stays, { by: "u2" }),
    says("goes", spot),
    replies("reply", spot, ["goes"]),
    remembers("memory", spot, ["goes"]),
  ];
}

/** Two who are told of, and one who said what nobody there may read. */
const THREE: readonly Step[] = [
  says("stays", general, { by: "u2" }),
  says("own", general),
  says("hidden", { ...general, audience: members("u3") }, { by: "u3" }),
];
const MERGED: readonly Step[] = [
  { do: "mergeActors", from: "actor:slack:u2", into: "actor:slack:u1" },
  { do: "mergeActors", from: "actor:slack:u3", into: "actor:slack:u1" },
];

const EXCHANGED = ["goes", "reply", "memory"] as const;

type Given = Pick<EventCase, "kind" | "steps" | "event"> & Partial<EventCase>;

function eventCase(spot: Spot, given: Given): EventCase {
  const asks = [{ from: from(spot, "where it happened"), sees: [] }];
  return { name: `after ${given.kind}`, asks, gone: [], come: [], ...given };
}

/** Each kind of event once, where it is the only reason why something is shown or not. */
export const EVENT_CASES: readonly EventCase[] = [
  eventCase(crew, {
    kind: "leave",
    steps: exchange(crew, general),
    event: [{ do: "leave", room: crew.room, reader: "u2" }],
    gone: EXCHANGED,
  }),
  eventCase(general, {
    kind: "restrict",
    steps: exchange(general, lobby),
    event: [{ do: "restrict", room: general.room, readers: ["u1"] }],
    gone: EXCHANGED,
  }),
  eventCase(wider, {
    kind: "join",
    steps: exchange(club, square),
    event: [{ do: "join", room: club.room, reader: "u3", seesHistory: true }],
    come: EXCHANGED,
  }),
  eventCase(general, {
    kind: "edit",
    steps: [...exchange(general, lobby), says("changes", general)],
    event: [
      { do: "edit", row: "goes", audience: members("u1") },
      { do: "edit", row: "changes", audience: general.audience },
    ],
    gone: EXCHANGED,
  }),
  eventCase(general, {
    kind: "delete",
    steps: [...exchange(general, lobby), says("quoting", general, { by: "u2", quotes: "goes" })],
    event: [{ do: "delete", row: "goes" }],
    gone: EXCHANGED,
  }),
  eventCase(dm("u1"), {
    kind: "unlink",
    steps: [
      says("stays", dm("u1")),
      says("goes", abroad),
      linked("u1", "u7"),
      replies("reply", dm("u1"), ["stays", "goes"]),
      remembers("memory", dm("u1"), ["stays", "goes"]),
    ],
    event: [{ do: "unlink", account: { namespace: DISCORD, id: "u7" } }],
    gone: EXCHANGED,
  }),
  eventCase(general, { kind: "mergeActors", steps: THREE, event: MERGED, regroups: true }),
  eventCase(general, {
    kind: "splitActor",
    steps: [...THREE, ...MERGED],
    event: [{ do: "splitActor", actor: "actor:slack:u2" }],
    regroups: true,
  }),
  eventCase(general, {
    kind: "alias",
    steps: [says("stays", general), says("apart", annex, { conversationOnly: true })],
    event: [
      { do: "alias", from: door.room, to: general.room },
      says("comes", door, { conversationOnly: true }),
    ],
    come: ["comes"],
  }),
  eventCase(general, {
    kind: "merge",
    steps: [says("stays", general), says("comes", annex, { conversationOnly: true })],
    event: [{ do: "merge", from: annex.room, into: general.room }],
    come: ["comes"],
  }),
  eventCase(general, {
    kind: "reset",
    steps: [...exchange(general, lobby), replies("elsewhere", annex, ["goes"])],
    event: [{ do: "reset", room: general.room }, says("comes", general)],
    gone: [...EXCHANGED, "elsewhere"],
    come: ["comes"],
  }),
];
