/** One row of the transcript. */
import type { Author, Message, Recall } from "../../dist/index.js";
import { button, h } from "./dom.js";
import type { PageState } from "./room.js";
import { textView, type TextViewOptions } from "./text-view.js";
import { clockOf, dayAndClock, dayOf, timeOf } from "./time.js";
import type { Transcript } from "./transcript.js";
import { visible } from "./visible.js";
import { count, nameOf, number } from "./words.js";

/** Rows of one author stand together when no more time lies between them. */
const TOGETHER_MS = 10 * 60_000;
/** Characters of a row shown until all of it is asked for. */
const SHOWN_CHARS = 6000;
/** Of the row that a reply answers. */
const QUOTED_CHARS = 90;

export interface RowContext {
  readonly recall: Recall;
  readonly transcript: Transcript;
  readonly state: Pick<PageState, "current" | "pattern">;
  /** Whether the rows are of one thread, so that each need not say what it answers. */
  readonly inThread: boolean;
  readonly openThread: (root: number) => void;
}

export interface RowPlace {
  readonly previous: Message | undefined;
  /** From 1, and of how many. */
  readonly position: number;
  readonly size: number;
}

export function rowView(row: Message, place: RowPlace, context: RowContext): HTMLElement {
  const { state, transcript } = context;
  const day = dayOf(row.at);
  const newDay = day !== null && day !== dayOf(place.previous?.at);
  const follows = !newDay && isContinued(row, place.previous);
  const id = `row-${row.sequence}${context.inThread ? "-thread" : ""}`;
  return h(
    "article",
    {
      class: classesOf(row, { follows, current: state.current === row.sequence }),
      tabindex: "-1",
      "aria-posinset": place.position,
      "aria-setsize": place.size,
      "aria-labelledby": id,
    },
    newDay ? h("p", { class: "day" }, h("span", {}, day)) : null,
    h(
      "div",
      { class: "body" },
      headOf(row, { id, follows }),
      row.parent === null || context.inThread ? null : answered(row.parent, context),
      contentOf(row, {
        recall: context.recall,
        pattern: state.pattern,
        scattered: state.current === row.sequence,
        has: (at) => transcript.at(at) !== null,
      }),
      footOf(row, context),
    ),
  );
}

function classesOf(
  { author, parent }: Message,
  { follows, current }: { readonly follows: boolean; readonly current: boolean },
): string {
  const classes = ["row", `from-${author.type}`];
  if (follows) classes.push("follows");
  if (current) classes.push("current");
  if (parent !== null) classes.push("reply");
  return classes.join(" ");
}

function isContinued(row: Message, previous: Message | undefined): boolean {
  if (previous === undefined || row.author.type === "system") return false;
  if (!sameAuthor(row.author, previous.author) || row.parent !== previous.parent) return false;
  const [now, then] = [timeOf(row.at), timeOf(previous.at)];
  if (now === null || then === null) return true;
  return now.getTime() - then.getTime() <= TOGETHER_MS;
}

function sameAuthor(a: Author, b: Author): boolean {
  if (a.type !== b.type) return false;
  if (a.type === "operator" || b.type === "operator") return true;
  return a.type !== "system" && b.type !== "system" && a.id === b.id && a.label === b.label;
}

function headOf(
  { author, at, sequence }: Message,
  { id, follows }: { readonly id: string; readonly follows: boolean },
): HTMLElement {
  const tag = author.type === "agent" ? h("span", { class: "tag" }, "agent") : null;
  const name = h("span", { class: "who", dir: "auto" }, ...visible(nameOf(author)));
  const time =
    at === undefined
      ? null
      : h(
          "time",
          { title: dayAndClock(at), datetime: timeOf(at)?.toISOString() ?? null },
          clockOf(at),
        );
  const link = h("a", { class: "sequence", href: `#${sequence}` }, `^${sequence}`);
  return h("p", { class: follows ? "head short" : "head", id }, name, tag, time, link);
}

function answered(parent: number, { transcript, openThread }: RowContext): HTMLElement {
  const root = transcript.at(parent);
  const quoted = root === null ? `^${parent}` : `${nameOf(root.author)}: ${root.content}`;
  const text = quoted.slice(0, wholeUpTo(quoted, QUOTED_CHARS)).replace(/\s+/gu, " ");
  const element = button("", () => openThread(parent), "answered");
  element.append(h("span", { class: "unseen" }, "In reply to "), h("bdi", {}, ...visible(text)));
  return element;
}

function contentOf({ content }: Message, options: TextViewOptions): HTMLElement {
  const element = h("div", { class: "text", dir: "auto" });
  const cut = content.length > SHOWN_CHARS;
  const shown = cut ? content.slice(0, wholeUpTo(content, SHOWN_CHARS)) : content;
  element.append(...textView(shown, options));
  if (!cut) return element;
  const more = button(`Show all ${number(content.length)} characters`, () => {
    element.replaceChildren(...textView(content, options));
    element.closest("article")?.focus();
  });
  element.append(h("span", {}, "… "), more);
  return element;
}

/** No surrogate pair is divided. */
function wholeUpTo(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}

function footOf(
  row: Message,
  { recall, transcript, inThread, openThread }: RowContext,
): HTMLElement | null {
  const parts: HTMLElement[] = [];
  const replies = transcript.repliesTo(row.sequence).length;
  if (replies > 0 && !inThread)
    parts.push(button(count(replies, "reply", "replies"), () => openThread(row.sequence)));
  for (const { action, target, label } of recall.readDirectives(row)) {
    const what = action === "pin" ? "pins" : "unpins";
    const named = label === null ? "" : ` as #${label}`;
    const where = target === row.sequence ? "this" : `^${target}`;
    const text = h("bdi", {}, ...visible(`${what} ${where}${named}`));
    parts.push(h("a", { class: "tag", href: `#${target}` }, text));
  }
  return parts.length === 0 ? null : h("p", { class: "foot" }, ...parts);
}
