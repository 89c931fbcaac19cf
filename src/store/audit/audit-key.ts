/** Names what the subkey is for, so that no other use of the master key gives the same one. */
const PURPOSE = "backread search audit v1";

/** The subkey that digests of queries are made under: HKDF-SHA-256 of the master key. */
export async function auditKeyOf(masterKey: string | Uint8Array): Promise<CryptoKey> {
  const bytes = typeof masterKey === "string" ? encode(masterKey) : new Uint8Array(masterKey);
  const master = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: encode(""), info: encode(PURPOSE) };
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  return crypto.subtle.deriveKey(derivation, master, hmac, false, ["sign"]);
}

/** HMAC-SHA-256 of a query in hexadecimal; empty without a key, because a bare hash can be guessed. */
export async function queryDigest(key: CryptoKey | null, query: string): Promise<string> {
  if (key === null) return "";
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encode(query)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
