// Migrates the database of a url, and prints the numbers that it applied.
import { migrate } from "../../../dist/store/migrate.js";
import { openDatabase } from "../../../dist/store/open-database.js";

const database = await openDatabase({ url: process.argv[2] ?? "" });
console.log(JSON.stringify(await migrate(database)));
await database.close();
