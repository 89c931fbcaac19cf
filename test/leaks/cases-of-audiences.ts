import {
  channel,
  dm,
  from,
  DISCORD,
  linked,
  members,
  PREFIXED,
  PUBLIC,
  room,
  says,
  SLACK,
  withGuest,
  workspace,
  type Case,
} from "./case-parts.js";

const general = channel("general", workspace());
const lobby = channel("lobby", PUBLIC);
const shared = channel("shared", withGuest({ kind: "workspace", namespace: SLACK }));
const pair = channel("pair", members("u1", "u2"));
const crew = channel("crew", members("u1", "u2", "u3"));

/** What one audience allows, conversation by conversation. */
export const AUDIENCE_CASES: readonly Case[] = [
  {
    name: "a direct message is never a candidate in another person's direct conversation",
    steps: [says("own", dm("u1")), says("other", dm("u2"))],
    asks: [
      { from: from(dm("u1"), "its own reader"), sees: ["own"] },
      { from: from(dm("u2"), "another person"), sees: ["other"] },
    ],
  },
  {
    name: "a direct message never surfaces in a public channel, even for its own reader",
    steps: [says("own", dm("u1"))],
    asks: [
      { from: from(general, "a public channel of the workspace"), sees: [] },
      { from: from(lobby, "a channel for anyone"), sees: [] },
    ],
  },
  {
    name: "a workspace row reaches members who never joined its channel",
    steps: [says("said", general)],
    asks: [
      { from: from(dm("u4"), "somebody's direct conversation"), sees: ["said"] },
      { from: from(channel("random", workspace()), "another channel"), sees: ["said"] },
      { from: from(crew, "a private channel"), sees: ["said"] },
    ],
  },
  {
    name: "a workspace row reaches no guest, no shared channel and nobody outside",
    steps: [says("said", general)],
    asks: [
      { from: from(shared, "a channel shared with others"), sees: [] },
      {
        from: from(
          channel(
            "guests",
            withGuest({ kind: "members", namespace: SLACK, readers: ["u1", "g1"] }),
          ),
          "a channel with a guest",
        ),
        sees: [],
      },
      { from: from(lobby, "a channel for anyone"), sees: [] },
    ],
  },
  {
    name: "a private channel reaches only places whose every reader is in it",
    steps: [says("said", crew)],
    asks: [
      { from: from(crew, "itself"), sees: ["said"] },
      { from: from(pair, "two of its readers"), sees: ["said"] },
      { from: from(dm("u3"), "one of its readers"), sees: ["said"] },
      { from: from(dm("u4"), "a stranger"), sees: [] },
      { from: from(channel("mixed", members("u1", "u4")), "a reader and a stranger"), sees: [] },
      { from: from(general, "its workspace"), sees: [] },
      { from: from(lobby, "a channel for anyone"), sees: [] },
    ],
  },
  {
    name: "a guest who was there may read it again, and a guest who was not may not",
    steps: [
      says(
        "with",
        channel("a", withGuest({ kind: "members", namespace: SLACK, readers: ["u1", "g1"] })),
      ),
      says("without", pair),
    ],
    asks: [
      {
        from: from(
          {
            ...dm("g1"),
            audience: withGuest({ kind: "members", namespace: SLACK, readers: ["g1"] }),
          },
          "the guest",
        ),
        sees: ["with"],
      },
      { from: from(dm("u1"), "the member"), sees: ["with", "without"] },
    ],
  },
  {
    name: "ids and names that are equal in two namespaces are two people and two workspaces",
    steps: [
      says("acme", general),
      says("corp", channel("general", workspace(PREFIXED))),
      says("discord", channel("general", workspace(DISCORD))),
      says("direct", dm("u1")),
    ],
    asks: [
      { from: from(dm("u1", PREFIXED), "the longer name"), sees: ["corp"] },
      { from: from(dm("u1", DISCORD), "the other type"), sees: ["discord"] },
      { from: from(dm("u1"), "its own"), sees: ["acme", "direct"] },
    ],
  },
  {
    name: "a public row is found from anywhere, and one without evidence from nowhere",
    steps: [says("public", lobby), says("unknown", { ...lobby, audience: null })],
    asks: [
      { from: from(lobby, "its own channel"), sees: ["public"] },
      { from: from(dm("u4", DISCORD), "another namespace"), sees: ["public"] },
      { from: from(shared, "a shared channel"), sees: ["public"] },
    ],
  },
  {
    name: "a place without readers is shown nothing",
    steps: [says("public", lobby), says("private", crew), says("direct", dm("u1"))],
    asks: [
      { from: from(channel("empty", members()), "nobody"), sees: [] },
      { from: from({ ...dm("u1"), audience: members("bot") }, "the agent alone"), sees: [] },
    ],
  },
  {
    name: "the agent's own id counts on neither side",
    steps: [says("said", channel("a", members("u1", "bot"))), says("without", pair)],
    asks: [
      { from: from(dm("u1"), "its human reader"), sees: ["said", "without"] },
      {
        from: from(channel("b", members("u2", "u1", "bot")), "a place with the agent"),
        sees: ["without"],
      },
    ],
  },
  {
    name: "a row confined to its conversation stays there, also when that is merged",
    steps: [
      says("public", lobby, { conversationOnly: true }),
      says("private", crew, { conversationOnly: true }),
      { do: "merge", from: crew.room, into: pair.room },
    ],
    asks: [
      { from: from(lobby, "where it was said"), sees: ["public"] },
      { from: from(dm("u1"), "elsewhere"), sees: [] },
      { from: from(pair, "what its conversation became"), sees: ["private"] },
      { from: from({ ...pair, room: crew.room }, "its old key"), sees: ["private"] },
    ],
  },
  {
    name: "an edited row is readable only where both the original and the edit are",
    steps: [
      says("narrower", crew),
      { do: "edit", row: "narrower", audience: members("u1", "u2") },
      says("wider", pair),
      { do: "edit", row: "wider", audience: workspace() },
      says("unknown", general),
      { do: "edit", row: "unknown", audience: null },
    ],
    asks: [
      { from: from(pair, "both"), sees: ["narrower", "wider"] },
      { from: from(crew, "the original's readers"), sees: [] },
      { from: from(general, "the edit's readers"), sees: [] },
    ],
  },
  {
    name: "who leaves takes the right along, and who joins brings none",
    steps: [
      says("before", crew),
      { do: "leave", room: crew.room, reader: "u3" },
      { do: "join", room: crew.room, reader: "u4", seesHistory: false },
      says("after", { ...crew, audience: members("u1", "u2", "u4") }),
    ],
    asks: [
      { from: from(dm("u3"), "who left"), sees: [] },
      { from: from(dm("u4"), "who came"), sees: ["after"] },
      { from: from(pair, "who stayed"), sees: ["before", "after"] },
    ],
  },
  {
    name: "a platform that shows history to joiners widens what was said",
    steps: [
      says("before", {
        room: room("channel", "crew", DISCORD),
        audience: { kind: "members", namespace: DISCORD, readers: ["u1"] },
      }),
      { do: "join", room: room("channel", "crew", DISCORD), reader: "u4", seesHistory: true },
    ],
    asks: [{ from: from(dm("u4", DISCORD), "who came"), sees: ["before"] }],
  },
  {
    name: "a channel made private takes its old rows along, and leaves its neighbour alone",
    steps: [
      says("open", { room: room("guild", "guild"), channel: "open", audience: workspace() }),
      says("closed", { room: room("guild", "guild"), channel: "closed", audience: workspace() }),
      { do: "restrict", room: room("guild", "guild"), channel: "closed", readers: ["u1"] },
    ],
    asks: [
      { from: from(dm("u2"), "who was shut out"), sees: ["open"] },
      { from: from(dm("u1"), "who was let in"), sees: ["open", "closed"] },
      { from: from(general, "the workspace"), sees: ["open"] },
    ],
  },
  {
    name: "what was deleted is found by nobody",
    steps: [says("kept", crew), says("gone", crew), { do: "delete", row: "gone" }],
    asks: [{ from: from(crew, "itself"), sees: ["kept"] }],
  },
  {
    name: "a link carries one person's direct messages into their other direct conversation",
    steps: [says("own", dm("u1")), says("other", dm("u2")), linked("u1", "u7")],
    asks: [
      { from: from(dm("u7", DISCORD), "the other account"), sees: ["own"] },
      { from: from(dm("u1", DISCORD), "an account of the same id"), sees: [] },
    ],
  },
  {
    name: "a link carries the messages of the account that is in it, not of its namesake",
    steps: [says("named", dm("u1", PREFIXED)), says("own", dm("u1")), linked("u1", "u7")],
    asks: [{ from: from(dm("u7", DISCORD), "the other account"), sees: ["own"] }],
  },
  {
    name: "a link carries nothing once it is revoked, on either side, or has expired",
    steps: [
      says("first", dm("u1")),
      says("second", dm("u2")),
      says("third", dm("u3")),
      linked("u1", "u7"),
      { do: "unlink", account: { namespace: SLACK, id: "u1" } },
      linked("u2", "u8"),
      { do: "unlink", account: { namespace: DISCORD, id: "u8" } },
      linked("u3", "u9", true),
    ],
    asks: ["u7", "u8", "u9"].map((id) => ({ from: from(dm(id, DISCORD), id), sees: [] })),
  },
  {
    name: "a link gives nothing to groups, workspaces, confined rows or places with more readers",
    steps: [
      says("group", channel("one", members("u1"))),
      says("pair", {
        ...dm("u1"),
        audience: { kind: "members", namespace: SLACK, readers: ["u1", "u2"], direct: true },
      }),
      says("workspace", general),
      says("confined", dm("u1"), { conversationOnly: true }),
      says("own", dm("u1")),
      linked("u1", "u7"),
      linked("u2", "u7"),
    ],
    asks: [
      { from: from(dm("u7", DISCORD), "the other account"), sees: ["own"] },
      {
        from: from(
          {
            ...dm("u7", DISCORD),
            audience: { kind: "members", namespace: DISCORD, readers: ["u7"] },
          },
          "a group of one",
        ),
        sees: [],
      },
      {
        from: from(
          {
            ...dm("u7", DISCORD),
            audience: { kind: "members", namespace: DISCORD, readers: ["u7", "u8"], direct: true },
          },
          "two readers",
        ),
        sees: [],
      },
      { from: from(channel("all", workspace(DISCORD)), "their workspace"), sees: [] },
    ],
  },
  {
    name: "a confined row stays with its own account when the conversations of both are merged",
    steps: [
      says("confined", dm("u1"), { conversationOnly: true }),
      says("own", dm("u1")),
      linked("u1", "u7"),
      { do: "merge", from: dm("u1").room, into: dm("u7", DISCORD).room },
    ],
    asks: [{ from: from(dm("u7", DISCORD), "the other account"), sees: ["own"] }],
  },
];
