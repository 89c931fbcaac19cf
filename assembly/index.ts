// The compiled module's exports; numbers only. Layouts are drawn in memory.ts, columns.ts, rows.ts
// and code.ts.
export { isWordCharacter } from "./characters";
export { codeSteps, findCode, ranges } from "./code";
export { candidates, starts, survivors as listed } from "./columns";
export { heap as hits } from "./heap";
export { regionsEnd } from "./memory";
export {
  appendCandidates,
  beginCandidates,
  dropAppended,
  reserveCandidates,
  settleCandidates,
} from "./prepare";
export { query } from "./query";
export { listById, removeCandidate } from "./remove";
export {
  SCAN_BATCH as scanBatch,
  appendRow,
  beginRows,
  beginScan,
  found,
  markRows,
  reserveRows,
  rowCount,
  scanRows,
} from "./rows";
export { lowercaseText, scoreText, scoredOffset, setQuery, stage } from "./text";
