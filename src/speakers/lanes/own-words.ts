/** Space, then the mark that chat and mail alike put before each line of somebody else's words. */
const MARKED_LINE = /^[ \t]{0,3}(?:>|&gt;)/;

/**
 * What a row says itself. Lines that are marked as a quote are left out, whoever said them first:
 * the sender did not. So is the quoted text where it stands unmarked at the head with more below it,
 * as some transports send it; alone it is a statement of the sender's, who repeats somebody.
 */
export function ownWords(content: string, quoted: string): string {
  const unmarked = linesOf(content).filter((line) => !MARKED_LINE.test(line));
  return withoutHead(unmarked, linesOf(quoted.trim())).join("\n").trim();
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/u);
}

function withoutHead(lines: readonly string[], quoted: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== "");
  const head = lines.slice(start, start + quoted.length);
  const isQuoted =
    start >= 0 &&
    head.length === quoted.length &&
    head.every((line, at) => line.trim() === quoted[at]?.trim());
  const rest = lines.slice(start + quoted.length);
  return isQuoted && rest.some((line) => line.trim() !== "") ? rest : lines;
}
