// Two agents in one chat, each with a memory of its own:  node examples/room-bot/main.mjs
// With OPENAI_BASE_URL and OPENAI_MODEL (and OPENAI_API_KEY) a model answers; else a script does.
import { openAiModel, openDatabase } from "backread/store";
import { RoomBot } from "./bot.mjs";
import { scriptedModel } from "./scripted-model.mjs";

const { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: name, OPENAI_API_KEY: apiKey } = process.env;
const model =
  !baseUrl || !name
    ? scriptedModel
    : openAiModel({ baseUrl, model: name, ...(apiKey ? { apiKey } : {}) });

// In memory: a folder, as in `pglite:./room-bot`, would be kept.
const database = await openDatabase({ url: "pglite:memory" });
const connector = { type: "chat", name: "harbour" };
const keeper = await RoomBot.open(database, { id: "keeper", connector, model });
const clerk = await RoomBot.open(database, { id: "clerk", connector, model });

const person = (id, label) => {
  return { type: "person", id, label };
};
const mara = person("mara", "Mara");
const ines = person("ines", "Ines");
// Two people, one name.
const old = person("u3", "Alex");
const young = person("u7", "Alex");

const quay = {
  name: "#quay",
  conversation: { connector, kind: "channel", id: "quay" },
  audience: { kind: "workspace", namespace: connector },
  bots: [keeper, clerk],
};
const direct = (bot) => {
  return {
    name: `direct messages with ${bot.id}`,
    conversation: { connector, kind: "dm", id: `mara-${bot.id}` },
    audience: { kind: "members", namespace: connector, readers: ["mara"], direct: true },
    bots: [bot],
  };
};

let messages = 0;
/** Everything that is said in a room is heard by the agents in it. @returns its id, by agent */
async function say(room, author, content) {
  const message = { sourceId: `m${++messages}`, author, content };
  const ids = new Map();
  for (const bot of room.bots) ids.set(bot, await bot.hear(room, message));
  return ids;
}

await say(quay, mara, "Nobody enters while the gauge is below 140 cm.");
await say(quay, old, "I always bring the spare lamp.");
await say(quay, young, "The lamp at the gate is broken again.");
await say(direct(keeper), mara, "Between us: the gauge reads 3 cm too much.");

const { entries } = await keeper.roster(quay);
console.log(
  `in ${quay.name}: ${entries.map(({ handle, name }) => `${handle}=${name}`).join(", ")}`,
);

const GAUGE = "What do we know about the gauge?";
const QUESTIONS = [
  { bot: keeper, room: quay, author: ines, content: "What did Mara say about the gauge?" },
  { bot: keeper, room: quay, author: ines, content: "Which lamp is broken?" },
  { bot: keeper, room: quay, author: old, content: "What did I say about the lamp?" },
  // What was said in confidence comes back where it was said, and from whom it was said to.
  { bot: keeper, room: direct(keeper), author: mara, content: GAUGE },
  { bot: keeper, room: quay, author: mara, content: GAUGE },
  { bot: clerk, room: direct(clerk), author: mara, content: GAUGE },
];
for (const { bot, room, author, content } of QUESTIONS) {
  const messageId = (await say(room, author, content)).get(bot);
  const { search, reply } = await bot.answer(room, { messageId, author, content });
  console.log(`${author.label} in ${room.name}: ${content}`);
  console.log(`  search_history ${JSON.stringify(search)}`);
  console.log(`  ${bot.id}: ${reply}`);
}

for (const { text, author } of await keeper.learn(quay))
  console.log(`fact, stated by ${author?.label} (${author?.id}): ${text}`);
await database.close();
