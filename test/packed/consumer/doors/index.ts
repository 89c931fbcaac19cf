// Every door of the package, so that every declaration is read.
import * as root from "backread";
import * as reading from "backread/import";
import * as jsonl from "backread/log/jsonl";
import * as regex from "backread/regex";
import * as wire from "backread/wire";

export const doors: readonly object[] = [root, reading, jsonl, regex, wire];
