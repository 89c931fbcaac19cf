/** What the store is at, and what became of it where it failed. */
import { button, h, need, show } from "../dom.js";
import { messageOf } from "../error-view.js";
import { visible } from "../visible.js";
import { count } from "../words.js";
import type { Stage } from "./protocol.js";

export class Progress {
  readonly #box = need("rights-progress", HTMLElement);
  readonly #text = need("rights-progress-text", HTMLElement);
  readonly #stop = need("rights-stop", HTMLButtonElement);
  readonly #failure = need("rights-failure", HTMLElement);

  constructor(stop: () => void) {
    this.#stop.addEventListener("click", stop);
  }

  tell(stage: Stage, rows: number): void {
    show(this.#box, true);
    show(this.#failure, false);
    show(this.#stop, stage === "importing");
    this.#text.textContent = textOf(stage, rows);
  }

  done(): void {
    show(this.#box, false);
    show(this.#failure, false);
  }

  failed(error: unknown, again: () => void): void {
    const why = messageOf(error).replace(/\.$/, "");
    const said = h("p", {}, ...visible(`The store could not be opened in this page: ${why}.`));
    this.#failure.replaceChildren(said, button("Try again", again));
    show(this.#box, false);
    show(this.#failure, true);
  }
}

function textOf(stage: Stage, rows: number): string {
  if (stage === "loading") return "Starting PostgreSQL in this page (16 MB of its own files)";
  if (stage === "schema") return "Making the tables";
  return rows === 0 ? "Importing" : `Importing: ${count(rows, "row")}`;
}
