import type { Store } from "../../store/store-port.js";
import { choice, count, has, positionals, text, type Args } from "../args.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { printJson } from "../print-json.js";
import { createTools, engineFor, readPattern } from "../tools.js";
import { wrap } from "../wrap.js";
import { answerFooter, renderStoreHit } from "./render-hits.js";
import { viewingFrom } from "./viewing.js";
import { withStore } from "./with-store.js";

/** `search --viewing`: the question ranking over everything that the readers of a room may see. */
export async function searchStore(io: Io, args: Args): Promise<ExitCode> {
  const [query] = positionals(args, ["QUERY"]);
  const author = text(args, "author");
  const limit = count(args, "limit");
  const around = choice(args, "around", ["0", "1", "2"]);
  const pattern = readPattern(query);
  const recall = await createTools(io, args, pattern);
  const search = async (store: Store): Promise<ExitCode> => {
    const view = await viewingFrom(store, args);
    const answer = await view.search(query, {
      ...(author === null ? {} : { filters: { actor: { id: author } } }),
      ...(limit === null ? {} : { limit }),
      ...(around === null ? {} : { neighbours: Number(around) }),
      signal: io.signal,
    });
    if (has(args, "json")) await printJson(io, "storeSearchOutput", answer);
    else {
      for (const hit of answer.hits)
        io.out.write(`${renderStoreHit(io.out, hit, { recall, pattern }).join("\n")}\n\n`);
      const { columns, paint } = io.out;
      const footer = wrap([{ text: answerFooter(answer), paint: paint.faint }], {
        columns,
        indent: "",
      });
      io.out.write(`${footer.join("\n")}\n`);
    }
    return answer.hits.length > 0 ? EXIT.found : EXIT.empty;
  };
  return withStore(io, args, search, { regex: await engineFor(args, pattern) });
}
