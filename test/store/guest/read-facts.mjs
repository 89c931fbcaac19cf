// Reads facts in the rows of a store with a model behind a server, and prints the report as JSON.
import { openAiModel, openStore } from "../../../dist/store/index.js";

const [, , url = "", baseUrl = ""] = process.argv;
const facts = openAiModel({ baseUrl, model: "tiny", retries: 0 });
const perspective = { tenant: "", agent: "backread" };
const store = await openStore({ url, perspective, models: { facts } });
const report = await store.maintain();
await store.close();
process.stdout.write(JSON.stringify(report.facts));
