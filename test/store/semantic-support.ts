import type { Database } from "../../dist/store/database.js";
import type { Embedder } from "../../dist/store/embedder/embedder.js";
import type { ConversationRef, View } from "../../dist/store/port.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import type { Audience } from "../../dist/speakers/audience.js";
import { embedPending, type EmbedReport } from "../../dist/store/semantic/embed-pending.js";
import { semanticLane } from "../../dist/store/semantic/lane.js";
import { turnOnSemantic } from "../../dist/store/semantic/switch.js";
import { bindView } from "../../dist/store/view/view.js";
import { NOW, viewTools } from "./spoken.js";

/** Subjects that a text can be about; its vector counts their words. */
const SUBJECTS: readonly (readonly string[])[] = [
  ["car", "automobile", "vehicle", "engine"],
  ["dog", "hound", "puppy"],
  ["money", "salary", "wage", "pay"],
  ["ship", "vessel", "boat"],
];

/** Knows synonyms of four subjects, and records every text that it was given. */
export interface SubjectEmbedder extends Embedder {
  readonly given: string[];
}

export function subjectEmbedder(model = "subjects"): SubjectEmbedder {
  const given: string[] = [];
  return {
    model,
    dimensions: SUBJECTS.length + 1,
    given,
    embed: async (texts) => {
      given.push(...texts);
      return texts.map((text) => subjectsOf(text));
    },
  };
}

/** What else is said goes into one more number, so that short texts are not equal. */
export function subjectsOf(text: string): Float32Array {
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  const counts = SUBJECTS.map((subject) => words.filter((word) => subject.includes(word)).length);
  const rest = words.length - counts.reduce((sum, count) => sum + count, 0);
  return Float32Array.from([...counts, rest / 10]);
}

/** An embedder that does as it is told, call by call. */
export function actingEmbedder(embed: Embedder["embed"], more: Partial<Embedder> = {}): Embedder {
  return { model: "subjects", dimensions: SUBJECTS.length + 1, embed, ...more };
}

export const outage = actingEmbedder(async () => {
  throw new Error("gone");
});

/** Turns the lane on, and embeds all that is there. */
export async function embedAll(scope: Scope, embedder: Embedder): Promise<void> {
  await turnOnSemantic(scope, embedder);
  await embedBuilt(scope, embedder);
}

/** Longer than any transaction of another test that works on the same server. */
const BUILT_MS = 120_000;

/**
 * Embeds what waits until the index is whole: it is not before every transaction of the server has
 * ended that began earlier, autovacuum's too. The sum of what it took.
 */
export async function embedBuilt(scope: Scope, embedder: Embedder): Promise<EmbedReport> {
  const first = await embedPending(scope, embedder);
  let last = first;
  const end = performance.now() + BUILT_MS;
  while (last.building && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    last = await embedPending(scope, embedder);
    if (last.embedded + last.failed > 0) throw new Error(JSON.stringify(last));
  }
  if (last.building || last.failure !== null) throw new Error(JSON.stringify(last));
  return { ...first, building: false };
}

export interface SeenBy {
  readonly place: ConversationRef;
  readonly audience: Audience;
  readonly requester?: string;
}

/** For the answer of an embedder that gives one, on a machine that is busy. */
const PATIENCE_MS = 60_000;

/** A view whose searches ask an embedder; none where it is null. */
export async function semanticView(
  scope: Scope,
  { place, audience, requester }: SeenBy,
  embedder: Embedder | null,
  timeoutMs = PATIENCE_MS,
): Promise<View> {
  const destination = { conversation: place, audience, asOf: NOW };
  const asked = requester === undefined ? {} : { requester: { id: requester } };
  const tools = await viewTools();
  const lane = embedder === null ? {} : { semantic: semanticLane({ embedder, timeoutMs }) };
  return bindView(scope, { destination, ...asked }, { ...tools, ...lane });
}

/** Rows of any query in which `$1` is the perspective, asked as the operator. */
export function operatorRows(
  scope: Scope,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return writing(scope, (session) => session.query(text, [scope.perspectiveId]));
}

/** Queue and index, as counts. */
export async function counts(scope: Scope): Promise<{ waiting: number; vectors: number }> {
  const [row] = await operatorRows(
    scope,
    `select (select count(*)::int from backread.outbox where perspective_id = $1) as waiting,
      (select count(*)::int from backread.embeddings where perspective_id = $1) as vectors`,
  );
  return row as { waiting: number; vectors: number };
}

/** Puts another body in the place of a predicate of the database, and the old one back. */
export async function withPredicate(
  database: Database,
  name: string,
  body: string,
  use: () => Promise<void>,
): Promise<void> {
  const run = (text: string) =>
    database.transaction({ begin: "begin" }, (session) => session.query(text));
  const [row] = await run(
    `select pg_get_functiondef(p.oid) as whole, p.prosrc as body from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'backread' and p.proname = '${name}'`,
  );
  const { whole, body: old } = row as { whole: string; body: string };
  await run(whole.replace(old, () => ` select ${body} `));
  try {
    await use();
  } finally {
    await run(whole);
  }
}
