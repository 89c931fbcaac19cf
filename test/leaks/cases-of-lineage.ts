import { MAX_LINEAGE_NODES } from "../../dist/store/bounds.js";
import {
  channel,
  dm,
  DISCORD,
  from,
  linked,
  members,
  PUBLIC,
  remembers,
  replies,
  says,
  workspace,
  type Case,
} from "./case-parts.js";

const general = channel("general", workspace());
const lobby = channel("lobby", PUBLIC);
const crew = channel("crew", members("u1", "u2", "u3"));
const left = channel("left", members("u1", "u2"));
const right = channel("right", members("u1", "u3"));

const TOO_MANY = Array.from({ length: MAX_LINEAGE_NODES + 1 }, (_, index) => `n${index}`);

/** What a reply may be shown to, by what it was built from. */
export const LINEAGE_CASES: readonly Case[] = [
  {
    name: "a reply built on a direct message keeps its rights wherever it is written",
    steps: [says("secret", dm("u1")), replies("reply", lobby, ["secret"])],
    asks: [
      { from: from(lobby, "where it was written"), sees: [] },
      { from: from(dm("u1"), "the direct conversation"), sees: ["secret", "reply"] },
      { from: from(dm("u2"), "another person"), sees: [] },
    ],
  },
  {
    name: "replies over replies launder nothing",
    steps: [
      says("secret", dm("u1")),
      replies("first", lobby, ["secret"]),
      replies("second", lobby, ["first"]),
      replies("third", lobby, ["second"]),
    ],
    asks: [
      { from: from(lobby, "where they were written"), sees: [] },
      { from: from(dm("u1"), "the source"), sees: ["secret", "first", "second", "third"] },
    ],
  },
  {
    name: "{u1,u2} and {u1,u3} are not {u1}: a link carries no reply over both",
    steps: [
      says("a", left),
      says("b", right),
      replies("both", dm("u1"), ["a", "b"]),
      says("own", dm("u1")),
      linked("u1", "u7"),
    ],
    asks: [
      { from: from(dm("u1"), "who is in both"), sees: ["a", "b", "both", "own"] },
      { from: from(dm("u7", DISCORD), "the linked account"), sees: ["own"] },
      { from: from(left, "one side"), sees: ["a"] },
      { from: from(right, "the other side"), sees: ["b"] },
    ],
  },
  {
    name: "a reply over a workspace and a private row needs both",
    steps: [
      says("open", general),
      says("private", crew),
      replies("both", crew, ["open", "private"]),
    ],
    asks: [
      { from: from(general, "the workspace"), sees: ["open"] },
      { from: from(dm("u2"), "a reader of both"), sees: ["open", "private", "both"] },
      {
        from: from(
          {
            ...dm("g1"),
            audience: {
              kind: "members",
              namespace: crew.room.connector,
              readers: ["u1"],
              external: true,
            },
          },
          "a guest of the private one",
        ),
        sees: ["private"],
      },
    ],
  },
  {
    name: "who leaves a source's channel loses the replies that were built on it",
    steps: [
      says("said", left),
      replies("reply", crew, ["said"]),
      { do: "leave", room: left.room, reader: "u2" },
    ],
    asks: [
      { from: from(dm("u1"), "who stayed"), sees: ["said", "reply"] },
      { from: from(dm("u2"), "who left"), sees: [] },
    ],
  },
  {
    name: "a source that an edit narrowed takes the replies along that were built on it",
    steps: [
      says("said", general),
      replies("reply", general, ["said"]),
      { do: "edit", row: "said", audience: members("u1") },
    ],
    asks: [
      { from: from(general, "the workspace"), sees: [] },
      { from: from(dm("u1"), "who may read the edit"), sees: ["said", "reply"] },
    ],
  },
  {
    name: "a deleted source withdraws what names it, and nothing further",
    steps: [
      says("said", general),
      says("other", general),
      replies("direct", general, ["said", "other"]),
      replies("further", general, ["direct", "other"]),
      { do: "delete", row: "said" },
    ],
    asks: [{ from: from(general, "the workspace"), sees: ["other", "further"] }],
  },
  {
    name: "a memory has the rights of all that it was built from, and goes with any of it",
    steps: [
      says("secret", dm("u1")),
      says("open", general),
      remembers("both", general, ["secret", "open"]),
      remembers("plain", general, ["open"]),
      says("gone", general),
      remembers("withdrawn", general, ["gone", "open"]),
      { do: "delete", row: "gone" },
    ],
    asks: [
      { from: from(general, "the workspace"), sees: ["open", "plain"] },
      { from: from(dm("u1"), "who said the secret"), sees: ["secret", "open", "both", "plain"] },
    ],
  },
  {
    name: "below a source that changed its own sources are looked at again",
    steps: [
      says("said", general),
      replies("middle", general, ["said"]),
      replies("top", general, ["middle"]),
      { do: "edit", row: "said", audience: members("u1") },
      replies("after", general, []),
      { do: "forge", row: "after", source: "top" },
      { do: "touch", row: "middle" },
      { do: "touch", row: "top" },
    ],
    asks: [
      { from: from(general, "the workspace"), sees: [] },
      { from: from(dm("u1"), "who may read the edit"), sees: ["said", "middle", "top", "after"] },
    ],
  },
  {
    name: "a reply outlives the withdrawal of one that it was built on",
    steps: [
      says("gone", general),
      replies("middle", general, ["gone"]),
      replies("top", general, ["middle"]),
      { do: "delete", row: "gone" },
    ],
    asks: [{ from: from(general, "the workspace"), sees: ["top"] }],
  },
  {
    name: "replies that have seen each other outlive a deletion that withdrew some of them",
    steps: [
      says("first", general),
      says("second", general),
      replies("a", general, ["first"]),
      replies("b", general, ["a", "second"]),
      replies("c", general, ["a", "b"]),
      { do: "delete", row: "first" },
      { do: "delete", row: "second" },
    ],
    asks: [{ from: from(general, "the workspace"), sees: ["c"] }],
  },
  {
    name: "a source that was never a row denies",
    steps: [
      says("said", general),
      replies("reply", general, ["said"]),
      { do: "forge", row: "reply", source: "never" },
    ],
    asks: [{ from: from(general, "the workspace"), sees: ["said"] }],
  },
  {
    name: "a source without evidence denies",
    steps: [
      says("said", { ...general, audience: null }),
      replies("reply", general, []),
      { do: "forge", row: "reply", source: "said" },
    ],
    asks: [{ from: from(general, "the workspace"), sees: [] }],
  },
  {
    name: "a circle of sources denies",
    steps: [
      says("said", general),
      replies("a", general, ["said"]),
      replies("b", general, ["a"]),
      { do: "forge", row: "a", source: "b" },
      { do: "touch", row: "a" },
      { do: "touch", row: "b" },
      replies("self", general, ["said"]),
      { do: "forge", row: "self", source: "self" },
    ],
    asks: [{ from: from(general, "the workspace"), sees: ["said"] }],
  },
  {
    name: "one source more than the walk looks at denies",
    steps: [...TOO_MANY.map((row) => says(row, lobby)), replies("reply", general, TOO_MANY)],
    asks: [{ from: from(general, "the workspace"), sees: TOO_MANY }],
  },
];
