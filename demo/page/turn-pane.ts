/** The turn that a model would get in the desk or thread that is read. */
import type { Conversation } from "../../dist/index.js";
import { BackreadPicker } from "../../dist/picker/index.js";
import { button, h, need } from "./dom.js";
import { messageOf } from "./error-view.js";
import { onChoice, writerGroups } from "./filters.js";
import { latest } from "./latest.js";
import { shownConversation, type PageStore } from "./room.js";
import type { Transcript } from "./transcript.js";
import { assembleTurn, charsOf, historyText, type Turn } from "./turn.js";
import { visible } from "./visible.js";
import { count, number, read } from "./words.js";

const BUDGET_CHARS = 12_000;
/** Hits that ride along. */
const HITS = 10;

export function turnPane(store: PageStore): void {
  const controls = makeControls();
  const output = h("div", { class: "turn" });
  need("panel-turn", HTMLElement).append(controls.element, output);
  const once = latest();
  const assemble = (): void => {
    const { room } = store.state;
    const conversation = shownConversation(store.state);
    if (room === null || conversation === null) return;
    const hits = controls.withHits.checked ? store.state.hits.slice(0, HITS) : [];
    const viewerId = controls.viewer.value || defaultViewer(room.transcript);
    const budgetChars = Math.max(0, Math.floor(Number(controls.budget.value)) || 0);
    const request = { conversation, viewerId, budgetChars, hits };
    once(assembleTurn(room.worker, room.transcript, request), {
      done: (turn) => output.replaceChildren(...turnView(turn, conversation)),
      failed: (error) => output.replaceChildren(h("p", { class: "problem" }, messageOf(error))),
    });
  };
  const choose = onChoice(controls.viewer, assemble);
  store.follow(["room"], ({ room }) => {
    const groups = room === null ? [] : writerGroups(room.transcript);
    controls.viewer.groups = groups.filter(({ id }) => id !== "system");
    const viewer = room === null ? "" : defaultViewer(room.transcript);
    controls.viewer.clear();
    if (viewer !== "") controls.viewer.value = viewer;
    choose(viewer);
  });
  store.follow(["room", "deskId", "threadRoot"], assemble);
  controls.budget.addEventListener("input", assemble);
  controls.withHits.addEventListener("change", assemble);
  store.follow(["hits"], () => {
    if (controls.withHits.checked) assemble();
  });
}

/** The agent that wrote most, or whoever did where there is none. */
function defaultViewer({ writers }: Transcript): string {
  const agent = writers.find(({ type }) => type === "agent");
  const anybody = writers.find(({ type }) => type !== "system");
  return (agent ?? anybody)?.id ?? "";
}

interface Controls {
  readonly element: HTMLElement;
  readonly viewer: BackreadPicker;
  readonly budget: HTMLInputElement;
  readonly withHits: HTMLInputElement;
}

function makeControls(): Controls {
  const viewer = new BackreadPicker();
  viewer.setAttribute("label", "Whose turn");
  viewer.setAttribute("placeholder", "An agent or a person");
  const budget = h("input", {
    type: "number",
    min: 0,
    step: 500,
    value: BUDGET_CHARS,
    inputmode: "numeric",
  });
  const withHits = h("input", { type: "checkbox" });
  const element = h(
    "div",
    { class: "turn-controls" },
    viewer,
    h("label", {}, h("span", {}, "Room for recalled text, in characters"), budget),
    h("label", { class: "check" }, withHits, h("span", {}, "With the search results")),
  );
  return { element, viewer, budget, withHits };
}

function turnView(
  { briefing, framed, history, coverage }: Turn,
  { deskName, threadRoot }: Conversation,
): Node[] {
  const said = historyText(history);
  const chars = charsOf(briefing) + framed.chars + charsOf(said);
  const whole = [briefing, framed.text, said].filter((text) => text !== "").join("\n\n");
  const dropped = framed.dropped.map(({ heading, chars }) =>
    h("li", {}, ...visible(heading), ` (${count(chars, "character")})`),
  );
  const where = threadRoot === null ? "The desk " : `The thread ^${threadRoot} of `;
  return [
    h("p", { class: "faint" }, where, h("bdi", {}, ...visible(deskName))),
    h(
      "div",
      { class: "turn-sum" },
      h("p", {}, h("strong", {}, number(chars)), " characters in all"),
      copyButton(whole),
    ),
    ...(dropped.length === 0
      ? []
      : [
          h("p", { class: "problem" }, "Left out for length, oldest first:"),
          h("ul", {}, ...dropped),
        ]),
    ...part("Briefing", briefing, ""),
    ...part("Recalled, framed as data", framed.text, invisibleNote(framed.invisible)),
    ...part(`Window: ${count(history.length, "message")}`, said, read(coverage.history)),
  ];
}

function part(title: string, text: string, note: string): Node[] {
  const size = h("span", { class: "faint" }, count(charsOf(text), "character"));
  const body = text === "" ? "Nothing." : text;
  return [
    h("h2", {}, `${title} `, size),
    ...(note === "" ? [] : [h("p", { class: "faint small-text" }, note)]),
    h("pre", { class: "given", dir: "auto", tabindex: "0", "aria-label": title }, ...visible(body)),
  ];
}

function invisibleNote(invisible: number): string {
  return invisible === 0 ? "" : `${count(invisible, "invisible character")} spelled out.`;
}

function copyButton(text: string): HTMLButtonElement {
  const copy = button("Copy", () => {
    navigator.clipboard.writeText(text).then(
      () => (copy.textContent = "Copied"),
      () => (copy.textContent = "The browser refused"),
    );
  });
  copy.setAttribute("aria-live", "polite");
  return copy;
}
