import { InvalidArgumentError } from "../model/errors.js";

const ALPHABET = "0123456789abcdefghijklmnopqrstuv";
const LENGTH = 12;

/** A marker that none of the texts holds: what a text says cannot end the frame around it. */
export function unusedMarker(texts: readonly string[], wanted: string | undefined): string {
  if (wanted !== undefined && !/^[A-Za-z0-9]{8,}$/.test(wanted))
    throw InvalidArgumentError.of("marker", "must be at least 8 ASCII letters or digits");
  let marker = wanted ?? randomMarker();
  // Lengthening ends: a text holds no word longer than itself.
  while (texts.some((text) => text.includes(marker))) marker += randomMarker();
  return marker;
}

function randomMarker(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
