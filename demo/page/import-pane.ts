/** What the import made of the file. */
import type { ImportIssue } from "../../dist/import/index.js";
import { h, need } from "./dom.js";
import type { PageStore } from "./room.js";
import type { Transcript } from "./transcript.js";
import { visible } from "./visible.js";
import { count, number } from "./words.js";

const EFFECTS: Readonly<Record<ImportIssue["effect"], string>> = {
  kept: "Kept",
  skipped: "Left out",
  stopped: "Not read on",
};

export function importPane(store: PageStore): void {
  const panel = need("panel-import", HTMLElement);
  store.follow(["room"], ({ room }) => {
    panel.replaceChildren(...(room === null ? [] : reportView(room.transcript)));
    const issues = room?.transcript.report.issues.length ?? 0;
    need("tab-import", HTMLElement).textContent =
      issues === 0 ? "Import" : `Import (${number(issues)})`;
  });
}

function reportView({ name, report, desks, writers }: Transcript): Node[] {
  const { imported, skipped, issues, unlisted } = report;
  const facts = h(
    "dl",
    { class: "facts" },
    ...fact("File", name),
    ...fact("Rows read", number(imported)),
    ...fact("Rows left out", number(skipped)),
    ...fact("Desks", number(desks.length)),
    ...fact("Authors", number(writers.length)),
  );
  const privacy = h(
    "p",
    { class: "faint" },
    "Read in this page. Nothing of it has left the page, and nothing is kept when it is closed.",
  );
  if (issues.length === 0) return [facts, h("p", {}, "Every row was taken as it stands."), privacy];
  const more =
    unlisted === 0
      ? null
      : h("p", { class: "faint" }, `${count(unlisted, "more issue")} not listed.`);
  const title = h("h2", {}, count(issues.length, "issue"));
  const list = h("ul", { class: "issues" }, ...issues.map(issueView));
  return [facts, title, list, ...(more === null ? [] : [more]), privacy];
}

function fact(name: string, value: string): Node[] {
  return [h("dt", {}, name), h("dd", { dir: "auto" }, ...visible(value))];
}

function issueView({ effect, reason, file, line, at, unit }: ImportIssue): HTMLElement {
  const place = line === undefined ? `${unit} ${number(at)}` : `line ${number(line)}`;
  return h(
    "li",
    {},
    h("span", { class: "tag" }, EFFECTS[effect]),
    " ",
    h("span", { dir: "auto" }, ...visible(reason)),
    h("p", { class: "faint small-text", dir: "auto" }, ...visible(`${file}, ${place}`)),
  );
}
