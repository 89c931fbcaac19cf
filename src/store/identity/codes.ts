/** Crockford's digits: none is mistaken for another when a person copies them. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 4;
const GROUP_DIGITS = 4;

/** 80 random bits as `XXXX-XXXX-XXXX-XXXX`: too many to be guessed, so a plain hash hides them. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_DIGITS));
  const digits = Array.from(bytes, (byte) => DIGITS.charAt(byte % DIGITS.length));
  return Array.from({ length: GROUPS }, (_, group) =>
    digits.slice(group * GROUP_DIGITS, (group + 1) * GROUP_DIGITS).join(""),
  ).join("-");
}

const CODE = /(?<![0-9A-Z-])[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}(?![0-9A-Z-])/gi;
/** Codes looked at in one message. */
const MAX_CODES = 8;

/** What in a text has the form of a code. */
export function codesIn(text: string): readonly string[] {
  return (text.match(CODE) ?? []).slice(0, MAX_CODES).map((code) => code.toUpperCase());
}

/**
 * What of a code is kept. Codes are found by their hashes, so how long a comparison takes says
 * nothing of a code.
 */
export async function codeHash(code: string): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
  return new Uint8Array(digest);
}
