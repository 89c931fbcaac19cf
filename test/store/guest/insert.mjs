// Writes ten rows a transaction, and prints the number of each transaction once it is committed.
import { openDatabase } from "../../../dist/store/open-database.js";

const [, , url = "", from = "0"] = process.argv;
const database = await openDatabase({ url });
for (let n = Number(from); ; n++) {
  await database.transaction({ begin: "begin" }, (session) =>
    session.query("insert into acknowledged select $1::int, i from generate_series(1, 10) i", [n]),
  );
  process.stdout.write(`${n}\n`);
}
