/** The page: puts its parts together, and opens what it is given. */
import sampleUrl from "../sample.jsonl?url";
import { definePicker } from "../../dist/picker/index.js";
import { browsePane } from "./browse-pane.js";
import { findPane } from "./find-pane.js";
import { importPane } from "./import-pane.js";
import { Loader } from "./loader.js";
import { modes } from "./modes.js";
import { notice } from "./notice.js";
import { opener } from "./opener.js";
import { pinsPane } from "./pins-pane.js";
import { Places } from "./places.js";
import { readingPane } from "./reading-pane.js";
import { lazyRights } from "./rights-mode.js";
import { createPageRecall, createPageStore } from "./room.js";
import { shortcuts } from "./shortcuts.js";
import { sidePane } from "./side-pane.js";
import { switcher } from "./switcher.js";
import { threadPane } from "./thread-pane.js";
import { turnPane } from "./turn-pane.js";

const SAMPLE_DESK = "tides";

async function start(): Promise<void> {
  const store = createPageStore();
  const places = new Places(store);
  const loader = new Loader(store, places);
  const recall = await createPageRecall();
  definePicker();
  for (const picker of document.querySelectorAll("backread-picker")) picker.core = recall.core;
  sidePane(places);
  const find = findPane(store, recall, places);
  browsePane(store, places);
  readingPane(store, recall, places);
  threadPane(store, recall, places);
  pinsPane(store);
  turnPane(store);
  importPane(store);
  switcher({ store, places, searchBy: find.searchBy });
  const rights = lazyRights(recall);
  const mode = modes((shown) => shown === "rights" && rights.enter());
  const inRights = (): boolean => mode.current() === "rights";
  places.onView(mode.toTranscript);
  shortcuts(() => (inRights() ? rights.focus() : find.focus()));
  const openSample = (): void => void loader.openSample(sampleUrl, SAMPLE_DESK);
  opener({
    open: (files) => (inRights() ? rights.open(files) : void loader.open(files)),
    openSample: () => (inRights() ? rights.openSample() : openSample()),
  });
  places.listen();
  mode.followHash();
  openSample();
}

start().catch(notice);
