export type OptionName =
  | "in"
  | "desk"
  | "thread"
  | "author"
  | "as"
  | "before"
  | "limit"
  | "window"
  | "scan"
  | "search"
  | "format"
  | "map"
  | "engine"
  | "issues"
  | "json"
  | "store"
  | "perspective"
  | "viewing"
  | "requester"
  | "around"
  | "connector"
  | "audience"
  | "agent"
  | "message"
  | "actor"
  | "conversation"
  | "turn"
  | "config"
  | "model-url"
  | "all"
  | "actor-id"
  | "like"
  | "after"
  | "operator"
  | "reason"
  | "force"
  | "dry-run"
  | "apply"
  | "help";

interface OptionForm {
  /** What stands for the value in help; none for a switch. */
  readonly value?: string;
  readonly help: string;
}

/** Every option of every command, so that one name means one thing. */
const OPTIONS: Readonly<Record<OptionName, OptionForm>> = {
  in: { value: "PATH", help: "the transcript: a file, or the folder of an export" },
  desk: { value: "DESK", help: "only this desk (channel, room), by id or name" },
  thread: { value: "N", help: "only the thread whose root is row N" },
  author: { value: "ID", help: 'only rows of this id, system kind, or "operator"' },
  as: { value: "ID", help: "the agent whose turn it is" },
  before: { value: "N", help: "only rows older than row N" },
  limit: { value: "N", help: "most results shown, or rows changed" },
  window: { value: "N", help: "messages of history; 30 unless given" },
  scan: { value: "ROWS", help: 'most rows read; "all" unless given' },
  search: { value: "QUERY", help: "rank the threads by their opening words" },
  format: { value: "FORMAT", help: "read it as slack, irc, mbox or another; seldom needed" },
  map: { value: "FIELDS", help: "fields of other JSON rows, as content=text,at=ts" },
  engine: { value: "ENGINE", help: "runs expressions: re2js (unless given) or re2wasm" },
  issues: { help: "list every row that could not be taken as it stands" },
  json: { help: "print the JSON wire form and nothing else" },
  store: { value: "URL", help: "pglite:FOLDER (./.backread unless given) or postgres:…" },
  perspective: { value: "T/AGENT", help: "tenant and agent; /backread unless given" },
  viewing: { value: "ROOM", help: "the room one reads in, as TYPE/NAME/KIND/ID" },
  requester: { value: "ID", help: "who asks, by the id of that room's connector" },
  around: { value: "N", help: "rows on either side of a hit, 0 to 2; 2 unless given" },
  connector: { value: "TYPE/NAME", help: "where the rows are from; of an import FORMAT/FILE" },
  audience: { value: "WHO", help: "readers where none are told: public, workspace, id,id" },
  agent: { value: "ID,ID", help: "ids of the agent itself: it is nobody's reader" },
  message: { value: "ID", help: "one message" },
  actor: { value: "ACCOUNT", help: "everything of one account, as TYPE/NAME/ID" },
  conversation: { value: "ROOM", help: "everything in one room, as TYPE/NAME/KIND/ID" },
  turn: { value: "ID", help: "only what this turn asked" },
  config: { value: "FILE", help: "speaker gates and models, as YAML or JSON" },
  "model-url": { value: "URL", help: "where models answer as OpenAI's server does" },
  all: { help: "every conversation" },
  "actor-id": { value: "ACTOR", help: "only this actor, as actor:PLATFORM:ID" },
  like: { value: "TEXT", help: "only those with this in their id or a label" },
  after: { value: "NEXT", help: "go on after a page, by what stood at its end" },
  operator: { value: "NAME", help: "who decides it; kept in the audit" },
  reason: { value: "TEXT", help: "why; kept in the audit" },
  force: { help: "also what is not due, or waits after a failure" },
  "dry-run": { help: "say what would change, and change nothing" },
  apply: { help: "change it; without this nothing is changed" },
  help: { help: "print this" },
};

export const OPTION_NAMES: readonly OptionName[] = Object.keys(OPTIONS).filter(isOption);

export function isOption(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

export function optionForm(name: OptionName): OptionForm {
  return OPTIONS[name];
}
