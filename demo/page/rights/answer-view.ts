/** What the readers of one room get as an answer, and, apart from it, what its operator sees. */
import type { StoreAnswer } from "../../../dist/store/index.js";
import { h } from "../dom.js";
import { messageOf } from "../error-view.js";
import { visible } from "../visible.js";
import { count } from "../words.js";
import { hitView, type HitContext } from "./hit-view.js";
import type { Answered, HeldBack, ReadRoom } from "./protocol.js";
import { heldBackText, kindText, readersText, roomTitle } from "./words.js";

export interface RoomAnswer {
  readonly room: ReadRoom;
  readonly result: Answered | { readonly error: unknown };
}

export function answerView({ room, result }: RoomAnswer, context: HitContext): HTMLElement {
  const id = `answer-${room.key}`;
  const title = h("h2", { id, dir: "auto" }, ...visible(roomTitle(room)));
  const readers = h(
    "p",
    { class: "faint small-text", dir: "auto" },
    `${kindText(room)}, read by `,
    h("bdi", {}, ...visible(readersText(room.readers))),
  );
  const body =
    "error" in result
      ? [h("p", { class: "problem" }, ...visible(messageOf(result.error)))]
      : [...answerBody(result.answer, context), operatorView(result.heldBack)];
  return h(
    "section",
    { class: "answer", "aria-labelledby": id },
    h("div", { class: "answer-head" }, title, readers),
    ...body,
  );
}

function answerBody({ hits, lanes, reason, degraded }: StoreAnswer, context: HitContext): Node[] {
  const by = lanes.map(({ lane, why }) => `by ${lane}: ${why}`);
  const none = reason === null ? "Nothing found" : sentence(reason);
  const summary = hits.length === 0 ? [none] : [count(hits.length, "row"), ...by];
  return [
    h("p", { class: "answer-sum faint small-text" }, `${[...summary, ...degraded].join(", ")}.`),
    h("ol", { class: "answer-rows" }, ...hits.map((hit) => hitView(hit, context))),
  ];
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

function operatorView(heldBack: HeldBack | null): HTMLElement {
  const said = heldBack === null ? "The audit has no row of this search." : heldBackText(heldBack);
  return h(
    "div",
    { class: "operator", role: "note", "aria-label": "Operator's view" },
    h("p", {}, h("span", { class: "tag" }, "Operator's view"), " ", said),
    h(
      "p",
      { class: "faint small-text" },
      "From the store's audit. Nobody who reads in this room sees this line.",
    ),
  );
}
