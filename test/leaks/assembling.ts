import { channel, from, members, room, says, workspace, type Spot } from "./case-parts.js";
import type { Script } from "./checks.js";
import type { StatementMutation } from "./rewriting.js";

const guild = room("guild", "guild");
const open: Spot = { room: guild, channel: "open", audience: workspace() };
const side: Spot = { room: guild, channel: "side", audience: workspace() };
const closed: Spot = { room: guild, channel: "closed", audience: members("u1", "u4") };
const plain: Spot = { room: guild, audience: workspace() };
const talk: Spot = { room: room("dm", "talk"), channel: "open", audience: workspace() };
const general = channel("general", workspace());

/**
 * One transcript in which each condition of an assembled context, and of a card, alone keeps a row
 * out. Cards are built in the middle of it.
 */
export const ASSEMBLING: Script = {
  name: "channels of a guild, and a card",
  steps: [
    says("afar", general),
    says("bare", plain),
    says("mine", side),
    says("edited", side),
    says("theirs", side, { by: "u2" }),
    says("theirown", closed, { by: "u4" }),
    says("secret", closed),
    says("direct", talk),
    says("here", open),
    { do: "edit", row: "edited", audience: workspace() },
    { do: "merge", from: talk.room, into: guild },
    says("asked", open),
    says("later", side, { by: "u2" }),
  ],
  asks: [
    { from: { ...from(open, "an open channel of a guild"), requester: "u1" }, sees: [] },
    { from: { ...from(open, "for somebody else"), requester: "u2" }, sees: [] },
  ],
};

const SETS = /\b([mwcf])\.set_id = any\((\$\d+::int\[\])\)/gu;
const WITHOUT_SETS = "$2 is not null";
const RECENT = /m\.author_type <> 'system' and m\.content ~/u;
const CARD = /from backread\.cards c join backread\.card_entries e/u;

/** What statements of an assembled context and of a card could forget. */
export const ASSEMBLY_MUTATIONS: readonly StatementMutation[] = [
  { name: "recent rows without the predicate", of: RECENT, passage: SETS, becomes: WITHOUT_SETS },
  {
    name: "recent rows without a channel",
    of: RECENT,
    passage: /m\.channel_key <> ''/gu,
    becomes: "m.channel_key is not null",
  },
  {
    name: "recent rows of direct messages",
    of: RECENT,
    passage: /\b([mro]\.(?:route_)?kind) <> all\((\$\d+::text\[\])\)/gu,
    becomes: "$2 is not null",
  },
  {
    name: "recent rows that are newer",
    of: RECENT,
    passage: /m\.sequence < (\$\d+::bigint)/gu,
    becomes: "$1 is not null",
  },
  { name: "a card without the predicate", of: CARD, passage: SETS, becomes: WITHOUT_SETS },
  {
    name: "cards of everybody",
    of: CARD,
    passage: /c\.actor_id = any\((backread\.actors_of\([^()]*\))\)/gu,
    becomes: "$1 is not null",
  },
];
