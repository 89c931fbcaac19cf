/** "Viewing as": one question, and what the readers of each room get for an answer. */
import { spellRoom } from "../../../dist/cli/store/names.js";
import type { Recall } from "../../../dist/index.js";
import type { StoredRow } from "../../../dist/store/index.js";
import { need } from "../dom.js";
import type { ChosenFile } from "../import-protocol.js";
import { latest } from "../latest.js";
import { notice } from "../notice.js";
import { visible } from "../visible.js";
import { count } from "../words.js";
import { answerView, type RoomAnswer } from "./answer-view.js";
import { RightsClient } from "./client.js";
import { Progress } from "./progress.js";
import type { ImportOptions, ReadRoom, Tell, Workspace } from "./protocol.js";
import { RoomSwitch } from "./room-switch.js";
import { placeText, roomTitle } from "./words.js";

export interface RightsPane {
  open(files: readonly ChosenFile[]): void;
  openSample(): void;
  focus(): void;
}

type Load = (client: RightsClient, tell: Tell) => Promise<Workspace>;

export function rightsPane(recall: Recall): RightsPane {
  const input = need("rights-question", HTMLInputElement);
  const mode = new RightsMode(recall, input);
  need("rights-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    mode.ask();
  });
  return {
    open: (files) => mode.load((client, tell) => client.open(files, importOptions(), tell)),
    openSample: () => mode.load((client, tell) => client.openSample(tell)),
    focus: () => {
      input.focus();
      input.select();
    },
  };
}

class RightsMode {
  readonly #recall: Recall;
  readonly #input: HTMLInputElement;
  readonly #rooms = new RoomSwitch(() => this.ask());
  readonly #progress: Progress;
  readonly #loading = latest();
  readonly #asking = latest();
  #client: RightsClient | null = null;
  #loads = 0;
  #isOpen = false;

  constructor(recall: Recall, input: HTMLInputElement) {
    this.#recall = recall;
    this.#input = input;
    this.#progress = new Progress(() => this.#client?.stop());
  }

  ask(): void {
    const client = this.#client;
    const question = this.#input.value.trim();
    const rooms = client === null || question === "" ? [] : this.#rooms.shown;
    // What one room was told must not stand there while another is asked.
    this.#show([], "");
    const answered = rooms.map((room) => askIn(client, room, question));
    this.#asking(Promise.all(answered), {
      done: (all) => this.#show(all, question),
      failed: notice,
    });
  }

  /** What is open stays until the other is in the store whole. */
  load(work: Load): void {
    const turn = ++this.#loads;
    const client = this.#start();
    notice(null);
    const tell: Tell = (stage, rows) => {
      if (turn === this.#loads) this.#progress.tell(stage, rows);
    };
    tell("loading", 0);
    this.#loading(work(client, tell), {
      done: (workspace) => {
        this.#end();
        this.#isOpen = true;
        showName(workspace);
        this.#rooms.render(workspace);
        this.ask();
      },
      failed: (error) => {
        this.#end();
        if (this.#isOpen && client.alive) return notice(error);
        client.end();
        this.#client = null;
        this.#progress.failed(error, () => this.load(work));
      },
    });
  }

  /** A worker that failed is not asked again. */
  #start(): RightsClient {
    if (this.#client?.alive !== true) {
      this.#client?.end();
      this.#client = new RightsClient();
      this.#isOpen = false;
    }
    return this.#client;
  }

  /** What the worker still has to tell is late. */
  #end(): void {
    this.#loads++;
    this.#progress.done();
  }

  #show(all: readonly RoomAnswer[], question: string): void {
    const recall = this.#recall;
    const placeOf = ({ ref }: StoredRow): string => {
      const room = this.#rooms.at(spellRoom(ref));
      return room === null ? ref.id : placeText(room);
    };
    const views = all.map((each) => answerView(each, { recall, question, placeOf }));
    need("rights-answers", HTMLElement).replaceChildren(...views);
    need("rights-status", HTMLElement).textContent = all.map(foundText).join(" ");
  }
}

async function askIn(
  client: RightsClient | null,
  room: ReadRoom,
  question: string,
): Promise<RoomAnswer> {
  try {
    if (client === null) throw new Error("the store is not open");
    return { room, result: await client.ask(room.ref, question) };
  } catch (error) {
    return { room, result: { error } };
  }
}

function foundText({ room, result }: RoomAnswer): string {
  const found = "error" in result ? "no answer" : count(result.answer.hits.length, "row");
  return `${roomTitle(room)}: ${found}.`;
}

function showName({ name, stored, rooms }: Workspace): void {
  need("rights-name", HTMLElement).replaceChildren(...visible(name));
  need("rights-size", HTMLElement).textContent =
    `${count(stored, "row")}, ${count(rooms.length, "room")}`;
}

function importOptions(): ImportOptions {
  const otherwise = need("rights-otherwise", HTMLSelectElement).value;
  const agents = need("rights-agents", HTMLInputElement).value;
  return {
    otherwise: otherwise === "workspace" ? "workspace" : "unknown",
    agentIds: agents
      .split(",")
      .map((id) => id.trim())
      .filter((id) => id !== ""),
  };
}
