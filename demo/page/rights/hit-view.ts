/** One row that was found, between the rows around it, with where its score comes from. */
import type { Recall } from "../../../dist/index.js";
import type { StoredRow, StoreHit } from "../../../dist/store/index.js";
import { h } from "../dom.js";
import { segmentsOf } from "../message-text.js";
import { dayAndClock, timeOf } from "../time.js";
import { visible } from "../visible.js";
import { nameOf, number } from "../words.js";
import { questionMarks } from "./question-marks.js";
import { sumText } from "./words.js";

export interface HitContext {
  readonly recall: Recall;
  readonly question: string;
  /** Where a row was said, by the name of its room. */
  readonly placeOf: (row: StoredRow) => string;
}

export function hitView(hit: StoreHit, { recall, question, placeOf }: HitContext): HTMLElement {
  const { author, content, before, after, quoted } = hit;
  const marks = questionMarks(recall, question, content);
  return h(
    "li",
    { class: "found" },
    h(
      "p",
      { class: "result-head" },
      h("span", { class: "who", dir: "auto" }, ...visible(nameOf(author))),
      author.type === "agent" ? h("span", { class: "tag" }, "agent") : null,
      h("span", { class: "desk", dir: "auto" }, ...visible(placeOf(hit))),
      timeView(hit),
    ),
    ...before.map(aroundView),
    quoted === null ? null : h("blockquote", { class: "note", dir: "auto" }, ...visible(quoted)),
    h("p", { class: "text found-text", dir: "auto" }, ...marked(content, marks)),
    ...after.map(aroundView),
    whyView(hit),
  );
}

function timeView({ sentAt, at }: StoredRow): HTMLElement | null {
  const when = sentAt ?? at ?? undefined;
  if (when === undefined) return null;
  return h("time", { datetime: timeOf(when)?.toISOString() ?? null }, dayAndClock(when));
}

function marked(text: string, marks: ReturnType<typeof questionMarks>): Node[] {
  return segmentsOf(text, { code: [], blocks: [], marks }).flatMap(({ parts }) =>
    parts.flatMap(({ text, marked }) =>
      marked ? [h("mark", {}, ...visible(text))] : visible(text),
    ),
  );
}

function aroundView({ author, content }: StoredRow): HTMLElement {
  return h(
    "p",
    { class: "around", dir: "auto" },
    h("bdi", { class: "around-who" }, ...visible(nameOf(author))),
    ": ",
    h("bdi", {}, ...visible(content)),
  );
}

function whyView({ score, parts, lanes }: StoreHit): HTMLElement {
  return h(
    "p",
    { class: "why", title: `Found by ${lanes.join(" and ")}; scores are in millionths` },
    h("span", { class: "unseen" }, "Why: score "),
    h("strong", {}, number(score)),
    ` = ${sumText(parts)}`,
  );
}
