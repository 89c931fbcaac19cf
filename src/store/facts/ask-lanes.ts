import { lanesOf, type Lane } from "../../speakers/lanes/lanes.js";
import { FACT_TIMEOUT_MS, MAX_READ_UNITS } from "../bounds.js";
import { askModel } from "../model-port/ask-model.js";
import type { ModelPort } from "../model-port/model-port.js";
import { FACT_SCHEMA, FACT_TASK, readFactTexts } from "./fact-answer.js";
import type { LeasedRow } from "./lease.js";

/** What a model read in one lane. */
export interface LaneFacts {
  readonly lane: Lane;
  readonly texts: readonly string[];
}

/**
 * Asks about the lanes of a row one by one: the model sees the words of one speaker, and not who he
 * is. Errors: `ModelError`, whatever a model of the caller's throws.
 */
export async function askLanes(model: ModelPort, row: LeasedRow): Promise<readonly LaneFacts[]> {
  const asked: LaneFacts[] = [];
  for (const lane of lanesIn(row)) {
    const request = { system: FACT_TASK, input: clip(lane.text), schema: FACT_SCHEMA };
    const answer = await askModel(model, request, { timeoutMs: FACT_TIMEOUT_MS });
    asked.push({ lane, texts: readFactTexts(answer) });
  }
  return asked;
}

function lanesIn(row: LeasedRow): readonly Lane[] {
  const { quoted_row, quoted_type, quoted_actor, original_read } = row;
  const quotedRow =
    quoted_row === null || quoted_type === null
      ? null
      : { row: quoted_row, authorType: quoted_type, actorId: quoted_actor ?? "" };
  const read = new Set(original_read && quoted_row !== null ? [quoted_row] : []);
  const { row_id, author_type, actor_id, content, quoted } = row;
  const own = { row: row_id, authorType: author_type, actorId: actor_id, content, quoted };
  return lanesOf({ ...own, quotedRow }, read);
}

function clip(text: string): string {
  if (text.length <= MAX_READ_UNITS) return text;
  // Half a surrogate pair at the end would be no text.
  return text.slice(0, MAX_READ_UNITS).replace(/\p{Surrogate}$/u, "");
}
