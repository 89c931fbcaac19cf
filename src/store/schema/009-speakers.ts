import { PARTITIONS } from "../bounds.js";

const COLUMNS = `(perspective_id, route_id, actor_id, sent_at desc nulls last, sequence desc)
  where actor_id <> '' and author_type = 'person'`;

/**
 * Who has spoken on a route is found actor by actor, not row by row. Rows are written and read
 * meanwhile: each partition's index is made beside them, and the parent's is what they add up to.
 */
export const SPEAKERS: readonly string[] = [
  "drop index if exists backread.messages_speakers",
  `create index messages_speakers on only backread.messages ${COLUMNS}`,
  ...Array.from({ length: PARTITIONS }, (_, remainder) => {
    const name = `messages_${remainder}_speakers`;
    return [
      `drop index concurrently if exists backread.${name}`,
      `create index concurrently ${name} on backread.messages_${remainder} ${COLUMNS}`,
      `alter index backread.messages_speakers attach partition backread.${name}`,
    ];
  }).flat(),
];
