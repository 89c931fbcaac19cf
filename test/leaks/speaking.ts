import { channel, from, members, room, says, workspace, type Spot } from "./case-parts.js";
import type { Script } from "./checks.js";
import type { StatementMutation } from "./rewriting.js";

const general = channel("general", workspace());
const within: Spot = { ...general, audience: members("u1", "u2") };
const door = channel("door", workspace());
const guild = room("guild", "guild");
const open: Spot = { room: guild, channel: "open", audience: workspace() };
const closed: Spot = { room: guild, channel: "closed", audience: members("u1", "u4") };

/**
 * One transcript in which each condition of who said what alone keeps somebody out of sight. Those
 * who may read more are asked first: what a handle was made of for them is not to be told to others.
 */
export const SPEAKING: Script = {
  name: "people of two routes and of two channels",
  steps: [
    says("wide", general),
    says("other", general, { by: "u2" }),
    says("unseen", within, { by: "u3" }),
    says("quoting", general, { by: "u2", quotes: "unseen" }),
    says("narrow", within),
    { do: "alias", from: door.room, to: general.room },
    says("entered", door, { by: "u4" }),
    says("renamed", door),
    says("opened", open),
    says("joined", open, { by: "u2" }),
    says("closed", closed, { by: "u4" }),
    says("secret", closed),
  ],
  asks: [
    { from: from(within, "a few of a channel"), sees: [] },
    { from: from(door, "an alias"), sees: [] },
    { from: from(general, "the whole channel"), sees: [] },
    { from: from(closed, "a private channel of a guild"), sees: [] },
    { from: from(open, "an open channel of a guild"), sees: [] },
  ],
};

/** The same, where some of them count as one: with one who is seen, and with one who is hidden. */
export const MERGED: Script = {
  ...SPEAKING,
  name: `${SPEAKING.name}, of whom some are one`,
  steps: [
    ...SPEAKING.steps,
    says("apart", open, { by: "u5" }),
    { do: "mergeActors", from: "actor:slack:u2", into: "actor:slack:u1" },
    { do: "mergeActors", from: "actor:slack:u3", into: "actor:slack:u1" },
  ],
};

const SETS = /\b([mps])\.set_id = any\((\$\d+::int\[\])\)/gu;
const WITHOUT_SETS = "$2 is not null";
const NEWEST = /with recursive actors/u;
const OF_HANDLES = /from backread\.speaker_handles h left join/u;
const OF_SPEAKER = /m\.conversation_id = \$\d+::int and m\.route_id = \$\d+::int/u;

/** What statements about speakers could forget. */
export const SPEAKER_MUTATIONS: readonly StatementMutation[] = [
  { name: "a roster without the predicate", of: NEWEST, passage: SETS, becomes: WITHOUT_SETS },
  {
    name: "a roster with names of another route",
    of: NEWEST,
    passage:
      /(m\.actor_id = a\.actor_id and m\.perspective_id = \$\d+::int) and m\.route_id = (\$\d+::int)/gu,
    becomes: "$1 and $2 is not null",
  },
  {
    name: "a roster of all channels of a guild",
    of: NEWEST,
    passage: /m\.channel_key = (\$\d+::text)/gu,
    becomes: "$1 is not null",
  },
  { name: "a handle whose row is hidden", of: OF_HANDLES, passage: SETS, becomes: WITHOUT_SETS },
  {
    name: "a handle of another route",
    of: OF_HANDLES,
    passage: /h\.route_id = (\$\d+::int)/gu,
    becomes: "$1 is not null",
  },
  {
    name: "a strict search that lets everybody through",
    of: OF_SPEAKER,
    passage: /\b([ms])\.actor_id = (\$\d+::text)/gu,
    becomes: "$2 is not null",
  },
  {
    name: "a strict search of all routes",
    of: OF_SPEAKER,
    passage: /m\.route_id = (\$\d+::int)/gu,
    becomes: "$1 is not null",
  },
  {
    name: "counts of what is hidden",
    of: /count\(\*\) filter \(where his\) as matching/u,
    passage: SETS,
    becomes: WITHOUT_SETS,
  },
  {
    name: "facts of everybody under one name",
    of: /from backread\.facts f/u,
    passage:
      /\(s\.connector_id, s\.author_id\) in \(select \* from unnest\((\$\d+::int\[\]), (\$\d+::text\[\])\)\)/gu,
    becomes: "($1 is not null and $2 is not null)",
  },
];

/** Those that ask whose words they are by the group. */
const GROUPED: ReadonlySet<string> = new Set([
  "a strict search that lets everybody through",
  "facts of everybody under one name",
]);
const OF_GROUP = /\b([ms])\.actor_id = any\((\$\d+::text\[\])\)/gu;

/** What the same statements could forget where they ask for all that count as one. */
export const MERGED_MUTATIONS: readonly StatementMutation[] = SPEAKER_MUTATIONS.map((mutation) =>
  GROUPED.has(mutation.name) ? { ...mutation, passage: OF_GROUP, becomes: WITHOUT_SETS } : mutation,
);
