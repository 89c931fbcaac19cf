/**
 * Whom the transport calls the author of what a row answers. It names nobody by itself; it is kept
 * because the answered row may arrive later, and may be of somebody else: then the subject stays empty.
 */
export const REPLY_AUTHOR: string = `
alter table backread.messages add column reply_author_id text not null default '';
`;
