import type { Oracle } from "./oracle.js";
import { channelToken, labelToken, quotationToken, textToken, type Reader } from "./world.js";

/** Everything that a row ever said or was labelled with. */
function tokensOf(oracle: Oracle, name: string): readonly string[] {
  const { version } = oracle.row(name);
  return [
    ...Array.from({ length: version + 1 }, (_, each) => textToken(name, each)),
    labelToken(name),
    channelToken(name),
    quotationToken(name),
  ];
}

/** What a reader may find in an answer: what visible rows say now, and quotations of visible rows. */
function allowedTokens(oracle: Oracle, reader: Reader, visible: ReadonlySet<string>): Set<string> {
  const allowed = new Set<string>();
  for (const name of visible) {
    allowed.add(textToken(name, oracle.row(name).version));
    allowed.add(labelToken(name));
    allowed.add(channelToken(name));
    if (!oracle.quotationVisible(name, reader)) continue;
    const source = oracle.quoted(name);
    allowed.add(source === undefined ? quotationToken(name) : textToken(source.name));
  }
  return allowed;
}

/** What a reader may find in no answer. */
export function forbiddenTokens(
  oracle: Oracle,
  reader: Reader,
  visible: ReadonlySet<string>,
): readonly string[] {
  const allowed = allowedTokens(oracle, reader, visible);
  return [...oracle.rows.keys()]
    .flatMap((name) => tokensOf(oracle, name))
    .filter((token) => !allowed.has(token));
}
