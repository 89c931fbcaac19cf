// Another process that builds the cards that are due, by models behind one address. Prints when the
// store is open, and when it is done.
import { readSpeakerConfig } from "../../../dist/speakers/config/read-speaker-config.js";
import { openAiModel } from "../../../dist/store/model-port/openai-model.js";
import { openStore } from "../../../dist/store/open-store.js";

const [url = "", baseUrl = ""] = process.argv.slice(2);
const read = readSpeakerConfig({
  assembly: { actor_card_enabled: true, actor_card_admission_model: "judge" },
});
if (!read.ok) throw new Error(JSON.stringify(read.problems));
/** @param {string} model */
const of = (model) => openAiModel({ baseUrl, model, retries: 0 });
const store = await openStore({
  url,
  perspective: { tenant: "t", agent: "killed" },
  models: { general: of("general"), admission: of("judge"), curation: of("curator") },
  speakers: read.config,
});
process.stdout.write("open\n");
await store.maintain();
process.stdout.write("done\n");
await store.close();
