/** The tabs beside the transcript, by the pattern of ARIA: arrows move, and what is moved to is shown. */
import { h, need } from "./dom.js";
import type { PanelName, Places } from "./places.js";

const TABS: readonly (readonly [name: PanelName, text: string])[] = [
  ["thread", "Thread"],
  ["pins", "Pins"],
  ["turn", "Turn"],
  ["import", "Import"],
];

export function sidePane(places: Places): void {
  const bar = need("tabs", HTMLElement);
  const tabs = new Map(TABS.map(([name, text]) => [name, makeTab(name, text)]));
  const open = (name: PanelName): void => {
    for (const [each, tab] of tabs) {
      const shown = each === name;
      tab.setAttribute("aria-selected", String(shown));
      tab.tabIndex = shown ? 0 : -1;
      need(`panel-${each}`, HTMLElement).hidden = !shown;
    }
  };
  for (const [name, tab] of tabs) {
    const panel = need(`panel-${name}`, HTMLElement);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.tabIndex = 0;
    tab.addEventListener("click", () => open(name));
    bar.append(tab);
  }
  bar.addEventListener("keydown", (event) => {
    const to = neighbour([...tabs.values()], event.key);
    if (to === null) return;
    event.preventDefault();
    to.focus();
    to.click();
  });
  open("pins");
  places.onPanel(open);
}

function makeTab(name: PanelName, text: string): HTMLButtonElement {
  return h(
    "button",
    { id: `tab-${name}`, type: "button", role: "tab", "aria-controls": `panel-${name}` },
    text,
  );
}

function neighbour(tabs: readonly HTMLElement[], key: string): HTMLElement | null {
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const rtl = getComputedStyle(document.documentElement).direction === "rtl";
  const to: Readonly<Record<string, number>> = {
    [rtl ? "ArrowLeft" : "ArrowRight"]: (at + 1) % tabs.length,
    [rtl ? "ArrowRight" : "ArrowLeft"]: (at + tabs.length - 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  return at < 0 ? null : (tabs[to[key] ?? -1] ?? null);
}
