// Every door of the package, so that every declaration is read.
import * as root from "backread";
import * as conformance from "backread/conformance";
import * as reading from "backread/import";
import * as http from "backread/log/http";
import * as indexeddb from "backread/log/indexeddb";
import * as jsonl from "backread/log/jsonl";
import * as picker from "backread/picker";
import * as mcp from "backread/mcp";
import * as regex from "backread/regex";
import * as speakers from "backread/speakers";
import * as store from "backread/store";
import * as tools from "backread/tools";
import * as wire from "backread/wire";
import * as worker from "backread/worker";
import * as entry from "backread/worker/entry";

export const doors: readonly object[] = [
  root,
  conformance,
  reading,
  http,
  indexeddb,
  jsonl,
  picker,
  mcp,
  regex,
  speakers,
  store,
  tools,
  wire,
  worker,
  entry,
];
