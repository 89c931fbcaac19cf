/**
 * Code of a Markdown text by the rule of recall, written plainly: fenced blocks first, then spans
 * between them.
 */
export function codeOf(text: string): string[] {
  const found: string[] = [];
  let mark: string | null = null;
  let lines: string[] = [];
  const flush = (): void => {
    found.push(...(mark === null ? spansOf(lines.join("\n")) : [lines.join("\n")]));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const [, run = "", info = ""] = /^ {0,3}(`{3,})([^`]*)$/.exec(line) ?? [];
    const opens: boolean = mark === null && run !== "";
    const closes: boolean = mark !== null && run.length >= mark.length && info.trim() === "";
    if (opens || closes) {
      flush();
      mark = opens ? run : null;
    } else lines.push(line);
  }
  flush();
  return found;
}

/** Spans match runs of exactly one length; a backslash outside a span skips what follows. */
function spansOf(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") {
      const run = /^`+/.exec(text.slice(at))?.[0] ?? "";
      const inside = text.slice(at + run.length);
      const close = [...inside.matchAll(/`+/g)].find(([mark]) => mark.length === run.length);
      if (close !== undefined) found.push(inside.slice(0, close.index));
      at += run.length - 1 + (close === undefined ? 0 : close.index + run.length);
    }
  }
  return found;
}
