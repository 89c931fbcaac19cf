/** Elements whose inside is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(["head", "script", "style", "title", "template"]);
/** Elements that begin and end on a line of their own. */
const BLOCKS: ReadonlySet<string> = new Set(
  "address article blockquote br dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tr ul".split(
    " ",
  ),
);

/**
 * The text of a mail that is HTML only: tags taken out, blocks on lines of their own, what stands in a
 * `blockquote` marked by `> ` as plain mails do. In time linear in the markup.
 */
export function htmlText(html: string): string {
  const writer = new Writer();
  // Behind the last end of a tag none can end, so there is no need to look for one.
  const lastEnd = html.lastIndexOf(">");
  let at = 0;
  while (at < lastEnd) {
    const open = html.indexOf("<", at);
    if (open < 0 || open > lastEnd) break;
    writer.text(html.slice(at, open));
    at = afterTag(html, open, writer);
  }
  writer.text(html.slice(at));
  return writer.end();
}

/** Reads what begins with `<`; a sign that begins nothing is text. */
function afterTag(html: string, open: number, writer: Writer): number {
  if (html.startsWith("<!--", open)) return after(html, "-->", open + 4);
  const [tag, slash, named] = TAG.exec(html.slice(open, open + 32)) ?? [];
  if (tag === undefined) {
    writer.text("<");
    return open + 1;
  }
  const name = (named ?? "").toLowerCase();
  const end = after(html, ">", open);
  if (HIDDEN.has(name) && slash === "") return after(html, ">", closing(html, name, end));
  writer.tag(name, slash === "/");
  return end;
}

const TAG = /^<(\/?)([a-z][a-z0-9]*|[!?])/i;

/** Behind the next such text; the end where there is none. */
function after(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at < 0 ? html.length : at + text.length;
}

/** Where the tag stands that closes an element; the end where there is none. */
function closing(html: string, name: string, from: number): number {
  const form = new RegExp(`</${name}`, "gi");
  form.lastIndex = from;
  return form.exec(html)?.index ?? html.length;
}

class Writer {
  readonly #lines: string[] = [];
  /** The line so far: looking at the end of a growing string would copy it each time. */
  #pieces: string[] = [];
  /** The line is empty or ends with a space. */
  #spaced = true;
  #depth = 0;

  text(raw: string): void {
    const text = decodeEntities(raw).replace(/[ \t\r\n]+/g, " ");
    const piece = this.#spaced ? text.trimStart() : text;
    if (piece === "") return;
    this.#pieces.push(piece);
    this.#spaced = piece.endsWith(" ");
  }

  tag(name: string, closes: boolean): void {
    if (!BLOCKS.has(name)) return;
    if (this.#pieces.length > 0 || name === "br") this.#endLine();
    if (name === "p" && closes) this.#endLine();
    if (name === "blockquote") this.#depth = Math.max(0, this.#depth + (closes ? -1 : 1));
  }

  end(): string {
    this.#endLine();
    return this.#lines
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
  }

  #endLine(): void {
    const mark = "> ".repeat(Math.min(this.#depth, 8));
    this.#lines.push(`${mark}${this.#pieces.join("").trimEnd()}`);
    this.#pieces = [];
    this.#spaced = true;
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00A0"],
]);

/** The entities that markup needs, and numbers; any other stays as written. */
function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES.get(name.toLowerCase()) ?? whole;
    const hex = name[1] === "x" || name[1] === "X";
    const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
