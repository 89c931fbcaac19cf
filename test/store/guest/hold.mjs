// Opens a url and asks it something; then it is closed never: it waits, exits, or just ends.
import { openDatabase } from "../../../dist/store/open-database.js";

const [, , url = "", then = "end"] = process.argv;
const database = await openDatabase({ url });
await database.transaction({ begin: "begin" }, (session) => session.query("select 1"));
console.log("open");
if (then === "wait") setInterval(() => undefined, 1_000);
if (then === "exit") process.exit(0);
