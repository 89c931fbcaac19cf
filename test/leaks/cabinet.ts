import type { Script } from "./checks.js";
import {
  alone,
  channel,
  dm,
  DISCORD,
  from,
  members,
  PREFIXED,
  PUBLIC,
  remembers,
  replies,
  says,
  SLACK,
  withGuest,
  workspace,
  type Spot,
} from "./case-parts.js";
import type { Step } from "./world.js";

const general = channel("general", workspace());
const corp = channel("general", workspace(PREFIXED));
const lobby = channel("lobby", PUBLIC);
const crew = channel("crew", members("u1", "u2"));
const guests = channel(
  "guests",
  withGuest({ kind: "members", namespace: SLACK, readers: ["u2", "g1"] }),
);

/** A row, pinned like all, with an answer in its thread. */
function exchange(row: string, spot: Spot, conversationOnly = false): readonly Step[] {
  return [
    says(row, spot, { conversationOnly }),
    says(`${row}a`, spot, { conversationOnly, parent: row }),
  ];
}

/** The rows of which each is hidden by one predicate. */
export const HIDDEN = [
  "foreign",
  "direct",
  "narrow",
  "confined",
  "revoked",
  "built",
  "open",
  "deleted",
] as const;

/**
 * One small transcript in which each predicate alone hides something, from a reader's own
 * conversation and from others.
 */
export const CABINET: Script = {
  name: "one row for each predicate",
  steps: [
    ...exchange("open", general),
    says("unproved", { ...general, audience: null }),
    says("quoting", general, { quotes: "unproved" }),
    ...exchange("foreign", corp),
    ...exchange("direct", dm("u1")),
    ...exchange("narrow", { ...crew, audience: members("u1") }),
    ...exchange("confined", lobby, true),
    ...exchange("revoked", { room: dm("u7", DISCORD).room, audience: alone("u7", DISCORD) }),
    {
      do: "link",
      accounts: [
        { namespace: SLACK, id: "u2" },
        { namespace: DISCORD, id: "u7" },
      ],
    },
    { do: "unlink", account: { namespace: DISCORD, id: "u7" } },
    ...exchange("edited", general),
    replies("built", general, ["edited"]),
    { do: "edit", row: "edited", audience: members("u1") },
    ...exchange("deleted", general),
    remembers("memory", general, ["open"]),
    remembers("secret", dm("u1"), ["direct"]),
    remembers("withdrawn", general, ["deleted"]),
    { do: "delete", row: "deleted" },
  ],
  asks: [
    { from: from(dm("u2"), "somebody else"), sees: [] },
    { from: from(crew, "a private channel"), sees: [] },
    { from: from(general, "a public channel"), sees: [] },
    { from: from(guests, "a channel with a guest"), sees: [] },
  ],
};
