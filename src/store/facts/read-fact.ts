import type { Fact, FactAnswer, SpeakerReport, Voice } from "../../model/stored.js";
import type { SpeakerFilter } from "../search/speaker/speaker-sql.js";
import { shortInstant } from "../view/instant.js";

/** The counts, with one fact of the page. */
export interface FactRecord {
  readonly author: number;
  readonly other: number;
  readonly unknown: number;
  /** Of the unknown, those of the agent itself. */
  readonly agent: number;
  /** Null where no fact is given, and the counts alone are. */
  readonly fact_id: string | null;
  readonly content: string;
  readonly role: Fact["role"];
  readonly known: boolean;
  readonly own: boolean;
  /** All that count as one with the author; null where nobody asks whose words they are. */
  readonly author_actors: readonly string[] | null;
  readonly author_id: string;
  readonly author_label: string;
  readonly message_id: string;
  readonly read_in: string;
  readonly said_at: string | null;
  readonly created_at: string;
}

export function toFact(record: FactRecord): Fact {
  const { fact_id, content, role, known, own, author_id, author_label, said_at } = record;
  return Object.freeze({
    factId: fact_id ?? "",
    text: content,
    role,
    author: known ? { id: author_id, label: author_label } : null,
    claimedLabel: known || own ? "" : author_label,
    messageId: record.message_id,
    saidAt: said_at === null ? null : shortInstant(said_at),
    createdAt: shortInstant(record.created_at),
  });
}

/** What became of a speaker; null for one that does not hold here. */
export function reportOf(
  speaker: SpeakerFilter | null,
  { author, other, unknown, agent }: Pick<FactRecord, "author" | "other" | "unknown" | "agent"> = {
    author: 0,
    other: 0,
    unknown: 0,
    agent: 0,
  },
): SpeakerReport {
  const filtered = speaker?.only === true;
  const counts = {
    matching: author,
    otherSpeakers: other + agent,
    unknownSpeaker: unknown - agent,
  };
  return {
    unresolved: speaker === null,
    filtered,
    recalled: false,
    counts: filtered ? Object.freeze(counts) : null,
  };
}

/** Whose words facts are. Actors stay inside: nothing that prints a voice can show one. */
export function voices(records: readonly FactRecord[]): NonNullable<FactAnswer["voiceOf"]> {
  const byId = new Map(records.map((record) => [record.fact_id, record]));
  return (factId) => {
    const record = byId.get(factId);
    return record === undefined ? null : voiceOf(record);
  };
}

function voiceOf({ role, known, own, author_actors: actors }: FactRecord): Voice {
  // Another's bot is a sender like any other, of whom nothing is known.
  const sender = role === "assistant" && !own ? "requester" : role;
  return Object.freeze({
    role: sender,
    known,
    is: (actorId: string) => known && actors?.includes(actorId) === true,
  });
}
