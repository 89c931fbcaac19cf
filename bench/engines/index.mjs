// Every engine by the name that a process is told.
import { exactEngine } from "./exact.mjs";
import { includesEngine } from "./includes.mjs";
import { oursEngine, twinEngine } from "./ours.mjs";
import * as rivals from "./rivals.mjs";
import { sweepEngine } from "./sweep.mjs";

/** @typedef {import("../types.js").Engine<any>} Engine */

/** @satisfies {Record<string, () => Engine | Promise<Engine>>} */
export const ENGINES = {
  ours: oursEngine,
  twin: twinEngine,
  exact: exactEngine,
  includes: includesEngine,
  fuzzysort: rivals.fuzzysortEngine,
  ufuzzy: rivals.ufuzzyEngine,
  fuse: rivals.fuseEngine,
  matchSorter: rivals.matchSorterEngine,
  fzf: rivals.fzfEngine,
  miniSearch: rivals.miniSearchEngine,
  flexSearch: rivals.flexSearchEngine,
  sweep: sweepEngine,
};

/** @typedef {keyof typeof ENGINES} EngineName */
/** @type {readonly EngineName[]} */
export const ENGINE_NAMES = /** @type {EngineName[]} */ (Object.keys(ENGINES));
