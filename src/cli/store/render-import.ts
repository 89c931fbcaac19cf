import type { Namespace } from "../../speakers/audience.js";
import type { Terminal } from "../io.js";
import { printable } from "../printable.js";
import { plural } from "../render-coverage.js";
import { wrap } from "../wrap.js";
import type { ImportTally } from "./import-tally.js";

interface ImportDone {
  readonly path: string;
  readonly connector: Namespace;
  readonly tally: ImportTally;
}

/** What an import did, and what of it nobody will ever find. */
export function renderImport(terminal: Terminal, done: ImportDone): void {
  const { columns, paint } = terminal;
  const { connector, tally } = done;
  const { stored, repeated, withoutEvidence, clipped, refused } = tally;
  const lines = [
    `${plural(stored, "row")} stored as ${printable(connector.type)}/${printable(connector.name)}`,
    ...(repeated === 0 ? [] : [`${plural(repeated, "row")} there already`]),
    ...(withoutEvidence === 0
      ? []
      : [
          `${plural(withoutEvidence, "row")} without evidence of who could read them: they are kept` +
            " and no search finds them; --audience says who may where the export does not, when" +
            " rows first come in",
        ]),
    ...(clipped === 0 ? [] : [`${plural(clipped, "row")} indexed in part, being very long`]),
    ...[...refused].map(([code, count]) => `${plural(count, "row")} refused: ${code}`),
  ];
  for (const [at, text] of lines.entries())
    terminal.write(
      `${wrap([{ text, ...(at === 0 ? {} : { paint: paint.faint }) }], { columns, indent: "" }).join("\n")}\n`,
    );
}
